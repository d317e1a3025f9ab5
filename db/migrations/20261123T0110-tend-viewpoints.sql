-- What clients need not see, as staff decide.
alter table viewpoints add column is_hidden boolean not null default false;

-- Where else photos of a viewpoint are taken from: of what staff put into it, so that later visits find it there.
create table viewpoint_poses (
  id uuid primary key default gen_random_uuid(),
  viewpoint_id uuid not null references viewpoints (id) on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  relative_altitude double precision,
  gimbal_yaw double precision,
  gimbal_pitch double precision,
  created_at timestamptz not null default now()
);
create index viewpoint_poses_viewpoint on viewpoint_poses (viewpoint_id);
