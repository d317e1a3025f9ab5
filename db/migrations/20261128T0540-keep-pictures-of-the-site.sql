-- Pictures that admins upload for the site, such as the logo. Settings name their paths.
create table brand_images (
  -- Of the content (SHA-256, shortened).
  hash text primary key,
  content bytea not null,
  type text not null check (type in ('png', 'webp')),
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  created_by uuid references profiles (id) on delete set null
);
