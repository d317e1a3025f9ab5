alter table rasters
  -- Of the file, without transparency: what it can be follows from it.
  add bands smallint not null default 1 check (bands > 0),
  -- Of its pixels those that are there, from 0 to 1.
  add valid_share double precision not null default 1 check (valid_share between 0 and 1),
  -- EPSG code of the unit of heights that the file names.
  add vertical_unit integer,
  -- Why it is a picture and no map, in words; null of a map.
  add unplaced_reason text;

-- Rasters that are stored have not been read as maps yet; the sweep gives them their jobs.
update files set state = 'processing', error_code = null, error_message = null, updated_at = now()
where kind = 'raster' and state = 'ready';
