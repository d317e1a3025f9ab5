create type raster_type as enum (
  'orthophoto', 'surface_model', 'terrain_model', 'thermal', 'multispectral');
create type value_unit as enum ('m', 'ft_us', 'celsius');
-- Who says what a raster is and where: the file, files beside it, or somebody of the staff.
create type raster_source as enum ('file', 'sidecar', 'staff');

-- What was read from a file of kind 'raster', once its pyramids are in storage.
create table rasters (
  file_id uuid primary key references files (id) on delete cascade,
  raster_type raster_type not null,
  type_source raster_source not null default 'file',
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Of every level of the pyramids, the largest first: width, height, width, height...
  level_sizes integer[] not null,
  has_mask boolean not null,
  -- Null for colors. What is at or below this in a pyramid of values is no value.
  value_floor double precision,
  unit value_unit,
  epsg integer,
  -- The coordinate reference system as proj4 writes it; null without one.
  proj4 text,
  crs_source raster_source,
  -- X = a col + b row + c, Y = d col + e row + f, from the corner of the first pixel.
  affine double precision[] check (array_length(affine, 1) = 6),
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  min_zoom smallint,
  max_zoom smallint,
  minimum double precision,
  maximum double precision,
  low double precision,
  high double precision,
  ground_sample_distance double precision,
  area double precision,
  coverage double precision,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rasters_placed_or_not check (
    (proj4 is null) = (west is null) and (proj4 is null or affine is not null))
);

-- What people measured on the map of a submission and kept.
create table measurements (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references submissions (id) on delete cascade,
  title text not null check (length(title) between 1 and 100),
  measure jsonb not null,
  result jsonb not null,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index measurements_submission on measurements (submission_id, created_at, id);
create index measurements_created_by on measurements (created_by);

-- Which parts of a project a link shows.
alter table share_links
  add show_maps boolean not null default true,
  add show_positions boolean not null default false;
