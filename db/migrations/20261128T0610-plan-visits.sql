create type visit_status as enum ('requested', 'planned', 'canceled', 'weathered-out', 'declined');

create table visit_plans (
  project_id uuid primary key references projects (id) on delete cascade,
  -- domain/visit-plans.ts; null if visits are only added by hand or on request.
  rule jsonb,
  -- HH:MM at the site.
  time text not null check (time ~ '^\d\d:\d\d$'),
  starts_on date not null,
  pilot_id uuid references profiles (id) on delete set null,
  contents text[] not null,
  is_for_clients boolean not null,
  paused_since timestamptz,
  pause_reason text,
  -- When the visits of the coming weeks were last made from the rule.
  filled_at timestamptz,
  check ((paused_since is null) = (pause_reason is null))
);

create table visits (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id) on delete cascade,
  -- The day of the rule that it comes from, at the site. Null if it was added by hand or requested.
  plan_day date,
  due_at timestamptz not null,
  -- The time that clients know, if it was moved since.
  moved_from timestamptz,
  status visit_status not null,
  -- A changed plan doesn't touch visits that a person has changed.
  is_changed boolean not null default false,
  reason text,
  pilot_id uuid references profiles (id) on delete set null,
  contents text[] not null,
  submission_id uuid unique references submissions (id) on delete set null,
  requested_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, plan_day)
);
create index visits_project_due on visits (project_id, due_at);
create index visits_due on visits (due_at);
create index visits_added on visits (due_at) where plan_day is null;
create index visits_pilot on visits (pilot_id);
create index visits_requested_by on visits (requested_by);
create index visit_plans_pilot on visit_plans (pilot_id);
create index visit_plans_filled on visit_plans (filled_at);

alter type notification_kind add value 'visit-changed';
alter type notification_kind add value 'visit-requested';

alter table notifications
  drop constraint notifications_once,
  drop constraint notifications_check,
  drop column subject_id,
  add column visit_id uuid references visits (id) on delete cascade,
  add check (num_nonnulls(submission_id, share_link_id, webhook_id, visit_id) <= 1);
alter table notifications
  add column subject_id uuid not null generated always as (
    coalesce(submission_id, share_link_id, webhook_id, visit_id, '00000000-0000-0000-0000-000000000000')) stored,
  add constraint notifications_once unique (person_id, kind, subject_id);
create index notifications_visit on notifications (visit_id);
