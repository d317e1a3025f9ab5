-- Photos that go inside a mail, as files of their own in it.
alter table mails add column picture_ids uuid[] not null default '{}';
