-- The token is looked up by its hash; the encrypted copy serves Copy Link only.
create table share_links (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id) on delete cascade,
  submission_id uuid references submissions (id) on delete cascade,
  created_by uuid not null references profiles (id) on delete cascade,
  title text,
  description text,
  expires_at timestamptz,
  is_active boolean not null default true,
  allow_download boolean not null default true,
  token_hash text not null unique,
  token_encrypted text not null,
  password_hash text,
  view_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index share_links_created on share_links (created_at desc, id desc);
create index share_links_created_by on share_links (created_by, created_at desc, id desc);
create index share_links_project on share_links (project_id);
create index share_links_submission on share_links (submission_id);

-- One row a visitor and half hour; visitor_hash is keyed and cannot be turned back into an address.
create table share_views (
  id uuid primary key default gen_random_uuid(),
  share_link_id uuid not null references share_links (id) on delete cascade,
  visitor_hash text not null,
  half_hour timestamptz not null,
  viewed_at timestamptz not null default now(),
  constraint share_views_once unique (share_link_id, visitor_hash, half_hour)
);
create index share_views_link_viewed on share_views (share_link_id, viewed_at desc);
