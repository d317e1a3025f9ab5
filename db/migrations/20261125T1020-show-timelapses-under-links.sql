-- Whether visitors of a link can play the films made of the photos that it shows.
alter table share_links add column show_timelapses boolean not null default false;
