-- Part of the seal of the person's calendar URLs. Null if they have none.
alter table profiles add calendar_key uuid;
