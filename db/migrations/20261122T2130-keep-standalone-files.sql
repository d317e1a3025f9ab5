-- A file of no submission, for the clients of one company, or for staff alone while it names none.
alter table uploads
  alter column submission_id drop not null,
  add column company_id uuid references companies (id) on delete cascade,
  add column category file_category,
  add column description text,
  add column recorded_date date,
  add constraint uploads_standalone_check check (
    case when submission_id is null then category is not null
    else num_nonnulls(company_id, category, description, recorded_date) = 0 end);
create index uploads_company on uploads (company_id);

-- A company has the same bytes once beside its projects.
create unique index files_company_sha256_key on files (company_id, sha256) where project_id is null;

create trigger tell_of_new_company after update on files
  for each row when (new.submission_id is null and old.company_id is distinct from new.company_id)
  execute function app.tell_of_revocation();
