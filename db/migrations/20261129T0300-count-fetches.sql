-- How often the results were fetched; a damaged archive is fetched again only a few times.
alter table map_builds add column fetches integer not null default 0;
