-- How far the conversion of a film is, percent; null while nothing is converted.
alter table files add column progress smallint check (progress between 0 and 100);
