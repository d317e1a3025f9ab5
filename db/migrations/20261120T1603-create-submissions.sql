create type submission_status as enum ('draft', 'published', 'archived');
create type content_type as enum ('article', 'news', 'project_update', 'weekly_update', '2d_map', 'gallery', 'milestone', 'inspection', 'video_update');
create type map_provider as enum ('custom', 'maps_made_easy', 'dronedeploy', 'pix4d', 'sensrfly', 'skycatch', 'propeller');

create table submissions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id) on delete cascade,
  title text not null check (length(title) between 1 and 200),
  content_type content_type not null default 'article',
  summary text,
  content_text text,
  status submission_status not null default 'draft',
  recorded_date date,
  published_at timestamptz,
  google_drive_folder_url text,
  map_embed_url text,
  map_provider map_provider,
  map_coordinates jsonb,
  sort_order integer not null default 0,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint submissions_published_has_time check (status <> 'published' or published_at is not null)
);
create index submissions_project_created on submissions (project_id, created_at desc, id desc);
create index submissions_created on submissions (created_at desc, id desc);
create index submissions_published on submissions (published_at desc, id desc) where status = 'published';
create index submissions_created_by on submissions (created_by);

-- A place in the air and a look, to which photos of every visit are matched.
create table viewpoints (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  sort_order integer not null default 0,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  relative_altitude double precision,
  gimbal_yaw double precision,
  gimbal_pitch double precision,
  created_at timestamptz not null default now(),
  constraint viewpoints_name_key unique (project_id, name)
);
create index viewpoints_project_sort on viewpoints (project_id, sort_order, id);

create type file_kind as enum ('photo', 'video', 'raster', 'document', 'other');
create type file_state as enum ('processing', 'ready', 'failed');
create type file_category as enum ('footage', 'photos', 'reports', 'documents', 'other');
create type storage_provider as enum ('storage', 'google_drive');
create type time_zone_source as enum ('exif', 'gps', 'site');

-- An original and what is known of it. Its bytes stand at file_path and never change.
create table files (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references submissions (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  company_id uuid references companies (id) on delete set null,
  viewpoint_id uuid references viewpoints (id) on delete set null,
  file_name text not null check (length(file_name) between 1 and 255),
  file_path text not null unique,
  file_type text not null,
  file_size bigint not null check (file_size > 0),
  kind file_kind not null,
  state file_state not null default 'processing',
  error_code text,
  error_message text,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  crc32 bigint not null check (crc32 between 0 and 4294967295),
  sort_order integer not null default 0,
  category file_category,
  description text,
  recorded_date date,
  storage_provider storage_provider not null default 'storage',
  google_drive_file_id text,
  google_drive_direct_link text,
  google_drive_web_link text,
  width integer,
  height integer,
  duration_seconds double precision,
  presets integer[] not null default '{}',
  thumbhash text,
  captured_at timestamptz,
  captured_local timestamp,
  time_zone_source time_zone_source,
  latitude double precision,
  longitude double precision,
  altitude double precision,
  relative_altitude double precision,
  gimbal_yaw double precision,
  gimbal_pitch double precision,
  flight_yaw double precision,
  camera_make text,
  camera_model text,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint files_submission_has_project check (submission_id is null or project_id is not null),
  constraint files_failed_has_error check (state <> 'failed' or error_message is not null)
);
-- The same bytes belong to a project once: a card often still holds last week's flight.
create unique index files_project_sha256_key on files (project_id, sha256) where project_id is not null;
create index files_submission_sort on files (submission_id, sort_order, id);
create index files_created on files (created_at desc, id desc);
create index files_viewpoint on files (viewpoint_id, captured_at);
create index files_company on files (company_id);
create index files_unfinished on files (updated_at) where state = 'processing';
create index files_created_by on files (created_by);

create type upload_state as enum ('receiving', 'received', 'stored', 'duplicate', 'refused');

-- A file on its way in. The file that comes of it takes the same id.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references submissions (id) on delete cascade,
  file_name text not null check (length(file_name) between 1 and 255),
  file_size bigint not null check (file_size >= 0),
  state upload_state not null default 'receiving',
  duplicate_of uuid references files (id) on delete set null,
  error_code text,
  error_message text,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint uploads_refused_has_error check (state <> 'refused' or error_message is not null)
);
create index uploads_submission_created on uploads (submission_id, created_at, id);
create index uploads_unfinished on uploads (updated_at) where state in ('receiving', 'received');
create index uploads_duplicate_of on uploads (duplicate_of);
create index uploads_created_by on uploads (created_by);
