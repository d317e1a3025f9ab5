-- Secrets that a session has had before its present one, hashed like it. One that turns up again
-- after the overlap was copied: the session ends.
create table auth.rotated_tokens (
  token text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  rotated_at timestamptz not null
);
create index rotated_tokens_session on auth.rotated_tokens (session_id);
