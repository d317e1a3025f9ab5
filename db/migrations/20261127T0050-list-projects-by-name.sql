-- All projects by name, in the order of the screen: 10^4 names were sorted for each page.
create index projects_by_name on projects (lower(name), created_at desc, id desc);
