-- Named moments of a film, one at a time of it.
create table chapters (
  file_id uuid not null references files (id) on delete cascade,
  seconds double precision not null check (seconds >= 0),
  name text not null check (length(name) between 1 and 100),
  primary key (file_id, seconds)
);
