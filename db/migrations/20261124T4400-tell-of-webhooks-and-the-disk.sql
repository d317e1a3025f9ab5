alter type notification_kind add value 'webhook-disabled';
alter type notification_kind add value 'disk-nearly-full';

alter table notifications
  drop constraint notifications_once,
  drop constraint notifications_check,
  drop column subject_id,
  add column webhook_id uuid references webhooks (id) on delete cascade,
  add check (num_nonnulls(submission_id, share_link_id, webhook_id) <= 1);
-- What is about none of them is about the installation, of which there is one.
alter table notifications
  add column subject_id uuid not null generated always as (
    coalesce(submission_id, share_link_id, webhook_id, '00000000-0000-0000-0000-000000000000')) stored,
  add constraint notifications_once unique (person_id, kind, subject_id);
create index notifications_webhook on notifications (webhook_id);
