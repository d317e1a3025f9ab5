-- The units that a person reads all projects in; 'project' leaves it to each project's country.
create type units_choice as enum ('project', 'metric', 'us');

alter table profiles add column units units_choice not null default 'project';
