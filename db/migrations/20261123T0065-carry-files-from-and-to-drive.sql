create type drive_direction as enum ('import', 'save');
create type drive_transfer_state as enum ('waiting', 'running', 'done', 'cancelled', 'stopped');
create type drive_transfer_file_state as enum
  ('waiting', 'running', 'done', 'already-there', 'failed', 'cancelled');

-- Files on their way from Google Drive into a submission, or its originals on their way to a folder there.
create table drive_transfers (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references submissions (id) on delete cascade,
  direction drive_direction not null,
  -- The file or folder whose link was given, null of files chosen from the recent ones; of what is saved the
  -- folder that was made for the submission, once it has been made.
  folder_id text,
  folder_name text,
  folder_url text,
  -- Whether the folders in it were looked through, too.
  with_subfolders boolean not null default false,
  -- In which folder the one of what is saved is made; My Drive without one.
  parent_id text,
  state drive_transfer_state not null default 'waiting',
  -- The code of what stopped it.
  problem text,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint drive_transfers_folder check (
    (folder_id is null) = (folder_name is null) and (folder_id is null) = (folder_url is null)),
  constraint drive_transfers_problem check ((state = 'stopped') = (problem is not null))
);
create index drive_transfers_submission on drive_transfers (submission_id, created_at desc, id);
create index drive_transfers_open on drive_transfers (id) where state in ('waiting', 'running');
create index drive_transfers_created_by on drive_transfers (created_by);

create table drive_transfer_files (
  id uuid primary key default gen_random_uuid(),
  transfer_id uuid not null references drive_transfers (id) on delete cascade,
  position integer not null,
  -- Of what is saved known at its end.
  drive_file_id text,
  resource_key text,
  name text not null,
  size_bytes bigint,
  done_bytes bigint not null default 0,
  state drive_transfer_file_state not null default 'waiting',
  -- Why it failed, in words.
  problem text,
  -- By which imported bytes arrive.
  upload_id uuid references uploads (id) on delete set null,
  -- Where saved bytes go, sealed: whoever knows the address needs no other right.
  sealed_session text,
  -- What was imported became this file; of what is saved the original.
  file_id uuid references files (id) on delete set null,
  unique (transfer_id, drive_file_id),
  constraint drive_transfer_files_problem check ((state = 'failed') = (problem is not null))
);
create index drive_transfer_files_state on drive_transfer_files (transfer_id, state, position);
create index drive_transfer_files_upload on drive_transfer_files (upload_id);
create index drive_transfer_files_file on drive_transfer_files (file_id);

alter table uploads
  -- For a sender who knows no other sum of the bytes.
  add column md5 text check (md5 ~ '^[0-9a-f]{32}$');
