create type timelapse_state as enum ('making', 'ready', 'failed', 'cancelled');

-- The photos of a viewpoint as a film. `content` is all it is made of, as somebody saw it, and `content_key` its
-- hash, as of reports. `parts` of it are made and kept: who goes on with it makes the others.
create table timelapses (
  id uuid primary key default gen_random_uuid(),
  viewpoint_id uuid not null references viewpoints (id) on delete cascade,
  content_key text not null,
  content jsonb not null,
  file_name text not null,
  state timelapse_state not null default 'making',
  percent integer not null default 0 check (percent between 0 and 100),
  parts integer not null default 0 check (parts >= 0),
  file_size bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (viewpoint_id, content_key),
  check ((state = 'ready') = (file_size is not null))
);
create index timelapses_created on timelapses (created_at);
