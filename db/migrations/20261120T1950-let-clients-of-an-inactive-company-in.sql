-- An inactive company takes no new people. Whether those it has still see its projects is a choice.
alter table companies add column clients_have_access boolean not null default true;
update companies set clients_have_access = is_active;
alter table companies add constraint companies_active_has_access check (clients_have_access or not is_active);
