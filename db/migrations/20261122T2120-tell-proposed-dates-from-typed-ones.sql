-- A date that photos gave may change with the next photos; one that somebody typed stays.
alter table submissions add column is_date_proposed boolean not null default false;
