-- The host of the site that led somebody to a link; not its page.
alter table share_views add referrer_site text;

create type share_part as enum ('week', 'photo', 'download');

-- What was looked at under a link: each submission or file once a visitor and half hour.
create table share_looks (
  id uuid primary key default gen_random_uuid(),
  share_link_id uuid not null references share_links (id) on delete cascade,
  part share_part not null,
  subject_id uuid not null,
  visitor_hash text,
  half_hour timestamptz not null,
  constraint share_looks_once unique (share_link_id, part, subject_id, visitor_hash, half_hour)
);

-- Who it was is told apart within the half hour only, then forgotten.
alter table share_views alter visitor_hash drop not null;
create index share_views_known on share_views (half_hour) where visitor_hash is not null;
create index share_looks_known on share_looks (half_hour) where visitor_hash is not null;
