alter table submissions add column updated_by uuid references profiles (id) on delete set null;
create index submissions_updated_by on submissions (updated_by);
