-- A secret that was made anew twice within a day: the receiver may still have the first.
alter table webhooks add column previous_secrets text[] not null default '{}';
update webhooks set previous_secrets = array[previous_secret] where previous_secret is not null;
alter table webhooks
  drop constraint webhooks_check1,
  drop column previous_secret,
  add constraint webhooks_previous check ((previous_secrets = '{}') = (previous_until is null));
