-- What a person signs in with by themselves; null for somebody who has no password.
alter table auth.users add column password_hash text;
update auth.users u set password_hash = a.password
from auth.accounts a where a.user_id = u.id and a.provider_id = 'credential';
drop table auth.accounts;
drop table auth.verifications;

-- Names are those of the profile; pictures there never were.
alter table auth.users drop column name, drop column image, drop column updated_at;
