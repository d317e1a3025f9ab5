-- `deleted_by` isn't a foreign key, because profiles refer to companies and backups write tables in the order of their
-- references. People are never deleted.
alter table companies
  add column former_codes text[] not null default '{}',
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  add column deleted_with uuid,
  add constraint companies_deleted check (num_nonnulls(deleted_at, deleted_with) in (0, 2)
    and (deleted_by is null or deleted_at is not null));
create trigger tell_of_bin after update on companies
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function app.tell_of_revocation();
