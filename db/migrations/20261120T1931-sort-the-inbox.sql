alter table form_submissions
  add column is_read boolean not null default false,
  add column is_spam boolean not null default false,
  -- Why it was taken for spam when it came; stays when somebody says that it is none.
  add column spam_reasons text[] not null default '{}',
  -- Keyed hash of the sender's network: how much came from there, without keeping the address.
  add column network_hash text,
  -- The form it was sent with; null without one. A form sends one message.
  add column form_id text unique,
  add check (length(phone) <= 200),
  add check (length(company) <= 200);
create index form_submissions_network on form_submissions (network_hash, submitted_at);
