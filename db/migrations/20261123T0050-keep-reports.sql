create type report_state as enum ('making', 'ready', 'failed');

-- A week as a PDF. `content` is all it is made of, as somebody saw it, and `content_key` its hash: who sees
-- the same gets the same report, and who sees less another one.
create table reports (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references submissions (id) on delete cascade,
  content_key text not null,
  content jsonb not null,
  file_name text not null,
  state report_state not null default 'making',
  percent integer not null default 0 check (percent between 0 and 100),
  file_size bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (submission_id, content_key),
  check ((state = 'ready') = (file_size is not null))
);
create index reports_created on reports (created_at);
