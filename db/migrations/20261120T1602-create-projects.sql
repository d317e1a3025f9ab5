create type project_status as enum ('active', 'planning', 'completed', 'on_hold', 'cancelled');

create table projects (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references companies (id) on delete restrict,
  name text not null check (length(name) between 1 and 200),
  description text,
  address text,
  status project_status not null default 'active',
  start_date date,
  estimated_completion_date date,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  time_zone text not null default 'America/Chicago',
  created_by uuid references profiles (id) on delete set null,
  project_manager_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint projects_coordinates_together check ((latitude is null) = (longitude is null)),
  constraint projects_dates_in_order check (estimated_completion_date >= start_date)
);
create index projects_created on projects (created_at desc, id desc);
create index projects_company_created on projects (company_id, created_at desc, id desc);
create index projects_manager on projects (project_manager_id);
create index projects_created_by on projects (created_by);

create table project_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);
