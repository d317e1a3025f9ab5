create type pin_kind as enum ('note', 'question', 'todo', 'approval');
create type pin_state as enum ('open', 'answered', 'done');

create unique index files_id_submission on files (id, submission_id);

-- On a file, on the maps of a submission, or about a whole submission. Moves to another submission with its file.
create table pins (
  id uuid primary key,
  file_id uuid references files on delete cascade,
  submission_id uuid not null references submissions on delete cascade,
  x double precision,
  y double precision,
  seconds double precision,
  longitude double precision,
  latitude double precision,
  kind pin_kind not null,
  text text not null,
  drawing jsonb not null default '[]',
  state pin_state not null default 'open',
  state_at timestamptz,
  state_by uuid references profiles on delete set null,
  is_internal boolean not null default false,
  created_by uuid references profiles on delete set null,
  assignee_id uuid references profiles on delete set null,
  due_on date,
  -- A guest's link works while the key is set; the key alone doesn't open it (server/files/pins/guests).
  guest_email text,
  guest_key text,
  guest_expires_at timestamptz,
  guest_views integer not null default 0,
  -- The last reminder sent, to send each once.
  reminded_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references profiles on delete set null,
  deleted_with uuid,
  foreign key (file_id, submission_id) references files (id, submission_id)
    on update cascade on delete cascade,
  check ((file_id is null) = (x is null) and (x is null) = (y is null)),
  check ((longitude is null) = (latitude is null) and (file_id is null or longitude is null)),
  check (kind <> 'approval' or file_id is null and longitude is null)
);
create index pins_file on pins (file_id);
create index pins_submission on pins (submission_id);
create index pins_assignee on pins (assignee_id);
create index pins_created_by on pins (created_by);
create index pins_state_by on pins (state_by);
create index pins_deleted_by on pins (deleted_by);
create index pins_due on pins (due_on);
create index pins_deleted_with on pins (deleted_with) where deleted_with is not null;
create unique index pins_one_approval on pins (submission_id) where kind = 'approval' and deleted_at is null;

create table pin_replies (
  id uuid primary key,
  pin_id uuid not null references pins on delete cascade,
  text text not null,
  state pin_state,
  -- A JPEG of at most 1600 pixels.
  picture bytea,
  created_by uuid references profiles on delete set null,
  -- The address of the guest who wrote it.
  guest_email text,
  created_at timestamptz not null default now()
);
create index pin_replies_pin on pin_replies (pin_id, created_at);
create index pin_replies_created_by on pin_replies (created_by);

alter table share_links add show_pins boolean not null default false;
alter table notifications
  drop constraint notifications_once,
  drop constraint notifications_check,
  drop column subject_id,
  add column pin_id uuid references pins on delete cascade,
  add check (num_nonnulls(submission_id, share_link_id, webhook_id, visit_id, pin_id) <= 1);
alter table notifications
  add column subject_id uuid not null generated always as (
    coalesce(submission_id, share_link_id, webhook_id, visit_id, pin_id,
      '00000000-0000-0000-0000-000000000000')) stored,
  add constraint notifications_once unique (person_id, kind, subject_id);
create index notifications_pin on notifications (pin_id);

alter type notification_kind add value 'pin-assigned';
alter type notification_kind add value 'pin-replied';
alter type notification_kind add value 'pin-due';
