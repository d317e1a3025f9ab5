alter table webhooks drop constraint webhooks_disabled_because_check;
alter table webhooks add constraint webhooks_disabled_because_check
  check (disabled_because in ('gone', 'failing', 'restored'));
