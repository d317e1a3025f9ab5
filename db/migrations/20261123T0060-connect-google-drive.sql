-- The Google Drive that the installation reads and writes: an account that somebody connected, or the service
-- account of the settings. Tokens are sealed (AES-256-GCM); no viewer reaches this schema.
create table auth.drive_grants (
  kind text primary key check (kind in ('account', 'service-account')),
  email text not null,
  name text,
  scopes text[] not null,
  refresh_token text,
  access_token text,
  access_token_expires_at timestamptz,
  -- Until then one process alone asks Google for the next access token.
  refreshing_until timestamptz,
  connected_at timestamptz,
  connected_by uuid references profiles (id) on delete set null,
  last_used_at timestamptz,
  -- When Google refused the grant: somebody has to connect again.
  expired_at timestamptz,
  check ((kind = 'account') = (refresh_token is not null))
);

-- Questions that Google is asking somebody: who comes back must be the session that went, once.
create table auth.drive_consents (
  state_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  code_verifier text not null,
  redirect_url text not null,
  next_path text not null,
  expires_at timestamptz not null
);
create index drive_consents_session on auth.drive_consents (session_id);
