-- Secrets that are used once: links sent by mail, and the step between password and second factor.
-- Kept as hashes, like those of sessions.
create table auth.one_time_tokens (
  token text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'change-email', 'recover-password', 'second-factor')),
  -- The address that a link was sent to; whoever has the link reads mail there.
  email text,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index one_time_tokens_user on auth.one_time_tokens (user_id, purpose);
create index one_time_tokens_expires on auth.one_time_tokens (expires_at);

-- The secret shared with an authenticator app, encrypted under the secret key. It counts once the
-- person has shown a code of it, see users.has_second_factor.
create table auth.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  secret text not null,
  -- The 30 s step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
alter table auth.users add column has_second_factor boolean not null default false;

create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code text not null,
  primary key (user_id, code)
);

-- When somebody was there last. Apart from the sessions, whose every change is told to all processes.
create table auth.session_sightings (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  seen_at timestamptz not null
);
