-- Every list of projects shows how many submissions of each are published and when the last one was:
-- both stand with the project, kept by whatever changes its submissions (docs/decisions/0013).
alter table projects
  add column submission_count integer not null default 0,
  add column last_published_at timestamptz;

-- Security definer: clients and visitors write no projects, whoever removes a submission may.
create function app.count_published_submissions() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  -- Locked before they are counted: of two publications at once the later one counts both.
  perform from projects where id in (select project_id from changed) order by id for no key update;
  update projects p
  set submission_count = counted.number, last_published_at = counted.latest
  from (
    select c.project_id, count(s.id)::int as number, max(s.published_at) as latest
    from (select distinct project_id from changed) c
    left join submissions s on s.project_id = c.project_id and s.status = 'published'
    group by c.project_id
  ) counted
  where p.id = counted.project_id
    and (p.submission_count, p.last_published_at) is distinct from (counted.number, counted.latest);
  return null;
end
$$;

-- A submission never moves to another project, so its new row says which one to count.
create trigger count_published_submissions_after_insert after insert on submissions
  referencing new table as changed for each statement execute function app.count_published_submissions();
create trigger count_published_submissions_after_update after update on submissions
  referencing new table as changed for each statement execute function app.count_published_submissions();
create trigger count_published_submissions_after_delete after delete on submissions
  referencing old table as changed for each statement execute function app.count_published_submissions();

update projects p
set submission_count = counted.number, last_published_at = counted.latest
from (
  select project_id, count(*)::int as number, max(published_at) as latest
  from submissions where status = 'published' group by project_id
) counted
where p.id = counted.project_id;
