-- What is deleted lies in the bin first: db/policies.sql hides it from everybody. `deleted_with` is the project,
-- submission or file that somebody deleted; what went along with it has the same, and comes back with it.
do $$
declare
  t text;
begin
  foreach t in array array['projects', 'submissions', 'files'] loop
    execute format('alter table %I
      add column deleted_at timestamptz,
      add column deleted_by uuid references profiles on delete set null,
      add column deleted_with uuid,
      add constraint %I check (num_nonnulls(deleted_at, deleted_with) in (0, 2)
        and (deleted_by is null or deleted_at is not null))', t, t || '_deleted');
    execute format('create index %I on %I (deleted_with) where deleted_with is not null',
      t || '_deleted_with', t);
    execute format('create index %I on %I (deleted_by) where deleted_by is not null',
      t || '_deleted_by', t);
    execute format('create trigger tell_of_bin after update on %I
      for each row when (old.deleted_at is distinct from new.deleted_at)
      execute function app.tell_of_revocation()', t);
  end loop;
end
$$;

-- What lies in the bin is in nobody's way.
drop index files_project_sha256_key;
create unique index files_project_sha256_key on files (project_id, sha256)
  where project_id is not null and kind <> 'other' and deleted_at is null;
drop index files_company_sha256_key;
create unique index files_company_sha256_key on files (company_id, sha256)
  where project_id is null and deleted_at is null;

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
    left join submissions s
      on s.project_id = c.project_id and s.status = 'published' and s.deleted_at is null
    group by c.project_id
  ) counted
  where p.id = counted.project_id
    and (p.submission_count, p.last_published_at) is distinct from (counted.number, counted.latest);
  return null;
end
$$;
