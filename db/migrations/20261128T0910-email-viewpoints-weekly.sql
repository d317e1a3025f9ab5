-- Who gets the two latest photos of a viewpoint by email, at 7 AM of a weekday in the project's time zone.
create table viewpoint_subscriptions (
  person_id uuid not null references profiles (id) on delete cascade,
  viewpoint_id uuid not null references viewpoints (id) on delete cascade,
  -- 0 is Sunday.
  weekday smallint not null check (weekday between 0 and 6),
  -- The last day at the site that needs no email any more: it was sent, or there was nothing new.
  handled_on date not null,
  -- Only a week first published after this is news.
  shown_until timestamptz not null,
  primary key (person_id, viewpoint_id)
);
create index viewpoint_subscriptions_viewpoint on viewpoint_subscriptions (viewpoint_id);
