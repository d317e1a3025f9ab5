-- A submission may move to another project now: both are counted then.
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
  set submission_count = counted.number, last_published_at = counted.latest
  from (
    select c.project_id, count(s.id)::int as number, max(s.published_at) as latest
    from unnest(projects_changed) as c (project_id)
    left join submissions s on s.project_id = c.project_id and s.status = 'published'
    group by c.project_id
  ) counted
  where p.id = counted.project_id
    and (p.submission_count, p.last_published_at) is distinct from (counted.number, counted.latest);
  return null;
end
$$;

drop trigger count_published_submissions_after_update on submissions;
create trigger count_published_submissions_after_update after update on submissions
  referencing old table as changed_from new table as changed
  for each statement execute function app.count_published_submissions();
