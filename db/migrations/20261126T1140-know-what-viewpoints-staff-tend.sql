-- What staff named, ordered, hid or made is not numbered anew by itself; nor is what was there before.
alter table viewpoints add column is_tended boolean not null default true;
alter table viewpoints alter column is_tended set default false;
