-- All files in any order, and texts by a part of them (docs/indexes.md).
create schema extensions;
-- Comes with PostgreSQL, and whoever owns a database may switch it on; where that was done before, it stays where it is.
create extension if not exists pg_trgm schema extensions;
set local search_path = public, extensions;

create index files_by_name on files (file_name collate "und-x-icu", created_at, id) where deleted_at is null;
create index files_by_type on files (file_type, created_at, id) where deleted_at is null;
create index files_by_size on files (file_size, created_at, id) where deleted_at is null;
-- Files of no known day stand last in either direction, so one index does not go both ways.
create index files_by_day on files (coalesce(recorded_date, captured_local::date), created_at, id)
  where deleted_at is null;
create index files_by_latest_day on files
  (coalesce(recorded_date, captured_local::date) desc nulls last, created_at desc, id desc)
  where deleted_at is null;

create index files_text on files using gin
  (lower((file_name || chr(10) || coalesce(description, '')) collate "und-x-icu") gin_trgm_ops);
create index submissions_text on submissions using gin (lower(title collate "und-x-icu") gin_trgm_ops);
create index projects_text on projects using gin (lower(name collate "und-x-icu") gin_trgm_ops);
create index companies_text on companies using gin (lower(company_name collate "und-x-icu") gin_trgm_ops);

-- Drafts, of which there are few, and how many submissions each project has of each state.
create index submissions_drafts on submissions (created_at) where status = 'draft';
create index submissions_counted on submissions (project_id, status) where deleted_at is null;

-- How often a text has a part is only known once these indexes have been looked at.
analyze files, submissions, projects, companies;
