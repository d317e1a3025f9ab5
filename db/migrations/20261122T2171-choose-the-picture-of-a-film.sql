-- The moment of a film that its pictures show; the product's own choice when null. Each choice is counted,
-- and its pictures have names and addresses of their own: browsers keep pictures for good.
alter table files
  add column poster_seconds double precision check (poster_seconds >= 0),
  add column poster_choice integer not null default 0,
  add column poster_version integer not null default 0;
create index files_poster_pending on files (id) where poster_version < poster_choice;
