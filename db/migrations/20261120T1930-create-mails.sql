-- The outbox: a mail is written in the transaction of the deed it tells of, and sent afterwards.
create table mails (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
  kind text not null check (length(kind) between 1 and 60),
  recipient text not null check (length(recipient) between 3 and 320),
  reply_to text check (length(reply_to) between 3 and 320),
  subject text not null check (length(subject) between 1 and 300),
  html text not null,
  plain_text text not null,
  -- Stays the same however often it is tried: a receiver knows a copy by it.
  message_id text not null unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- While it is being sent: when the one that sends it is taken for dead.
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index mails_queued on mails (next_attempt_at) where state = 'queued';
create index mails_failed on mails (created_at desc) where state = 'failed';
create index mails_created on mails (created_at);
