-- As everywhere else: a user is who an account of `auth` belongs to.
alter table project_members rename column user_id to person_id;
alter table project_members rename constraint project_members_user_id_fkey to project_members_person_id_fkey;
alter index project_members_user rename to project_members_person;
