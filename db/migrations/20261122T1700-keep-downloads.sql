-- The length and the CRC-32 of the largest picture made of a photo, so that the size of an archive of
-- such pictures is known before it is made.
alter table files
  add column picture_size bigint,
  add column picture_crc32 bigint,
  add constraint files_picture_check check (
    (picture_size is null) = (picture_crc32 is null)
    and picture_size > 0 and picture_crc32 between 0 and 4294967295);

create type download_size as enum ('original', 'reduced');

-- What somebody chose to download. Its files stay those of that moment, in that order and under these
-- names, so that an archive that was begun is finished with the same bytes or not at all.
create table downloads (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  file_name text not null,
  kinds text[] not null,
  size download_size not null,
  weeks jsonb not null,
  entries jsonb not null,
  -- Without a reference: it must be noticed when one of them is gone.
  file_ids uuid[] not null,
  bytes bigint not null,
  -- Of the address for programs without a session: it lives as long as the session that made it.
  token_hash text unique,
  token_session_id uuid references auth.sessions (id) on delete set null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index downloads_person_created on downloads (person_id, created_at desc, id);
create index downloads_project on downloads (project_id);
create index downloads_token_session on downloads (token_session_id);
create index downloads_expires on downloads (expires_at);

create trigger tell_of_revocation after update on downloads
  for each row when ((old.token_hash, old.token_session_id)
    is distinct from (new.token_hash, new.token_session_id))
  execute function app.tell_of_revocation('person_id');
create trigger tell_of_removal after delete on downloads
  for each row execute function app.tell_of_revocation('person_id');
