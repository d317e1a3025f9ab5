alter table rasters
  -- How far the map may be off, meters; null where that is not worth a word.
  add uncertainty integer check (uncertainty > 0),
  -- Version of the rules that placed it; the sweep places again what older ones placed.
  add placed_with smallint not null default 0;
