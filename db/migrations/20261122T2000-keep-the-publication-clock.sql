-- From the last capture to the first publication, however often a week is taken back and published anew.
-- Both stand still from then on: files that are added later were not part of what was promised.
alter table submissions
  add column first_published_at timestamptz,
  add column flown_at timestamptz;
create index submissions_first_published on submissions (first_published_at desc) where first_published_at is not null;

update submissions s
set first_published_at = s.published_at,
  flown_at = (select max(captured_at) from files where submission_id = s.id and captured_at <= s.published_at)
where s.published_at is not null;

-- While one lasts, the clock of its submission stands still. Clients read the reason.
create table clock_pauses (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references submissions (id) on delete cascade,
  reason text not null check (length(reason) between 1 and 200),
  started_at timestamptz not null,
  started_by uuid references profiles (id) on delete set null,
  ended_at timestamptz check (ended_at >= started_at),
  ended_by uuid references profiles (id) on delete set null
);
create index clock_pauses_submission on clock_pauses (submission_id, started_at);
create unique index clock_pauses_one_at_a_time on clock_pauses (submission_id) where ended_at is null;
create index clock_pauses_started_by on clock_pauses (started_by);
create index clock_pauses_ended_by on clock_pauses (ended_by);
