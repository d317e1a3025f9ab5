-- A project carries how many drafts and archived submissions it has, too, as it does of its published ones: the library
-- and the overview of staff add these up, and count no submissions (docs/decisions/0013).
alter table projects
  add column draft_count integer not null default 0,
  add column archived_count integer not null default 0;

create or replace function app.count_published_submissions() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  projects_changed uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct project_id) into projects_changed
      from (select project_id from changed union all select project_id from changed_from) both_sides;
  else
    select array_agg(distinct project_id) into projects_changed from changed;
  end if;
  -- Locked before they are counted: of two publications at once the later one counts both.
  perform from projects where id = any(projects_changed) order by id for no key update;
  update projects p
  set submission_count = counted.published, last_published_at = counted.latest,
    draft_count = counted.drafts, archived_count = counted.archived
  from (
    select c.project_id, max(s.published_at) filter (where s.status = 'published') as latest,
      count(*) filter (where s.status = 'published')::int as published,
      count(*) filter (where s.status = 'draft')::int as drafts,
      count(*) filter (where s.status = 'archived')::int as archived
    from unnest(projects_changed) as c (project_id)
    left join submissions s on s.project_id = c.project_id and s.deleted_at is null
    group by c.project_id
  ) counted
  where p.id = counted.project_id
    and (p.submission_count, p.last_published_at, p.draft_count, p.archived_count)
      is distinct from (counted.published, counted.latest, counted.drafts, counted.archived);
  return null;
end
$$;
alter function app.count_published_submissions() rename to count_submissions;
alter trigger count_published_submissions_after_insert on submissions rename to count_submissions_after_insert;
alter trigger count_published_submissions_after_update on submissions rename to count_submissions_after_update;
alter trigger count_published_submissions_after_delete on submissions rename to count_submissions_after_delete;

update projects p
set draft_count = counted.drafts, archived_count = counted.archived
from (
  select project_id, count(*) filter (where status = 'draft')::int as drafts,
    count(*) filter (where status = 'archived')::int as archived
  from submissions where deleted_at is null and status <> 'published' group by project_id
) counted
where p.id = counted.project_id;
