-- When a draft is to be published by itself, on behalf of whom, and why that was refused the last time.
alter table submissions
  add column publish_at timestamptz,
  add column scheduled_by uuid references profiles (id) on delete set null,
  add column schedule_error text,
  add constraint submissions_scheduled_is_draft check (publish_at is null or status = 'draft');
create index submissions_publish_at on submissions (publish_at) where publish_at is not null;
create index submissions_scheduled_by on submissions (scheduled_by);
