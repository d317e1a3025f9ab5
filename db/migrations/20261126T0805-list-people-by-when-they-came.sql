-- Behind row policies a role, an enum, is not looked up by an index: the order of the list alone is.
drop index profiles_role_created;
create index profiles_created on profiles (created_at, id);
