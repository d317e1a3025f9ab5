create table form_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 320),
  phone text,
  company text,
  message text not null check (length(message) between 1 and 10000),
  submitted_at timestamptz not null default now()
);
create index form_submissions_submitted on form_submissions (submitted_at desc, id desc);

-- Append-only: overfly_app may insert and read, never change or remove.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  detail jsonb not null default '{}'
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_subject on audit_log (subject_type, subject_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
