-- What a photo is besides a picture: temperatures of a thermal camera, or the whole sphere around a place.
create type photo_type as enum ('thermal', 'panorama');

alter table files add column photo_type photo_type;
