-- Servers with the NodeODM API. Tokens are encrypted.
create table engines (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  url text not null,
  token text,
  created_at timestamptz not null default now()
);

create type map_build_state as enum ('sending', 'building', 'fetching', 'done', 'failed', 'canceled');

-- What an engine makes of the photos of a submission. The task has a new id each time all photos are sent again.
create table map_builds (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references submissions on delete cascade,
  engine_id uuid not null,
  engine_name text not null,
  engine_version text,
  preset text not null,
  options jsonb not null,
  state map_build_state not null default 'sending',
  task_id uuid not null default gen_random_uuid(),
  restarts integer not null default 0,
  progress real,
  last_line text,
  problem text,
  unreachable_since timestamptz,
  unknown_since timestamptz,
  -- The process that works on it, until then.
  run_id uuid,
  run_until timestamptz,
  results jsonb not null default '[]',
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index map_builds_submission on map_builds (submission_id, created_at);
create index map_builds_created_by on map_builds (created_by);
create unique index map_builds_one_active on map_builds (submission_id) where finished_at is null;

-- The files that the engine gets, under names of our own.
create table map_build_photos (
  build_id uuid not null references map_builds on delete cascade,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  is_sent boolean not null default false,
  primary key (build_id, name)
);

alter type notification_kind add value 'map-built';
