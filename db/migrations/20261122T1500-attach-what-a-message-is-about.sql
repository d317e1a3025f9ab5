-- Messages from the portal say which project, and which page of it, they are about.
alter table form_submissions
  add column project_id uuid references projects on delete set null,
  add column page text check (length(page) <= 500);
create index form_submissions_project on form_submissions (project_id);
