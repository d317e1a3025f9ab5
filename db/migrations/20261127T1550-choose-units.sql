-- A person's units for all projects; 'project' means those of each project's country.
create type units_choice as enum ('project', 'metric', 'us');

alter table profiles add column units units_choice not null default 'project';
