-- Whether somebody has confirmed that a file belongs to its project although its position is elsewhere.
alter table files add column is_place_confirmed boolean not null default false;
