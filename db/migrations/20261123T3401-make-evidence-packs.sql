-- The keys that evidence packs are signed with (Ed25519): the last one signs, and those of before still prove what
-- they signed. The private half is sealed (AES-256-GCM); no viewer reaches this schema.
create table auth.signing_keys (
  -- The thumbprint of the public half (RFC 7638), which is 32 bytes as base64url.
  id text primary key,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null
);

create type evidence_state as enum ('making', 'ready', 'failed');

-- A download that is an evidence pack; `entries` has the originals alone until it is made.
alter table downloads
  add column evidence_state evidence_state,
  -- Whether it was asked for of the project, not of one week.
  add column evidence_of_project boolean not null default false,
  add column evidence_percent smallint not null default 0 check (evidence_percent between 0 and 100),
  -- Why it could not be made, in words.
  add column evidence_problem text,
  add constraint downloads_evidence_check check (
    (evidence_state is not distinct from 'failed') = (evidence_problem is not null));
