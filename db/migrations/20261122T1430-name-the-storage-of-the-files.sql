-- Which storage the files of this database are in, so that a process that keeps its files elsewhere can
-- tell. One row at most; the same id stands among the files.
create table auth.storage (
  is_only boolean primary key default true check (is_only),
  id uuid not null
);
