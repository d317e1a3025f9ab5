create type notification_kind as enum ('week-published', 'link-expiring', 'files-failed');
create type mail_pace as enum ('off', 'at-once', 'weekly');

-- What a person is told: of the same thing once. It goes with the thing it tells of.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles (id) on delete cascade,
  kind notification_kind not null,
  submission_id uuid references submissions (id) on delete cascade,
  share_link_id uuid references share_links (id) on delete cascade,
  subject_id uuid generated always as (coalesce(submission_id, share_link_id)) stored,
  in_app boolean not null,
  -- How it is to be mailed; once it has been, or never will be, it is off.
  mail mail_pace not null,
  mailed_at timestamptz,
  created_at timestamptz not null,
  read_at timestamptz,
  check (num_nonnulls(submission_id, share_link_id) = 1),
  check (mailed_at is null or mail = 'off'),
  constraint notifications_once unique (person_id, kind, subject_id)
);
create index notifications_person_created on notifications (person_id, created_at desc, id);
create index notifications_submission on notifications (submission_id);
create index notifications_share_link on notifications (share_link_id);
create index notifications_created on notifications (created_at);
create index notifications_to_mail on notifications (person_id) where mail <> 'off' and read_at is null;

-- What a person chose other than the product does by itself.
create table notification_settings (
  person_id uuid not null references profiles (id) on delete cascade,
  kind notification_kind not null,
  in_app boolean not null,
  mail mail_pace not null,
  primary key (person_id, kind)
);

create index share_links_expires on share_links (expires_at) where is_active;

-- Where one press in a mail program ends mails of this sort (RFC 8058).
alter table mails add column unsubscribe_url text;
