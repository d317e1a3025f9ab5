-- Staff alone see a file that is not for clients (docs/decisions/0097).
alter table files add column is_for_clients boolean not null default true;

create index files_kept_maps on files (id) where kind = 'raster' and not is_for_clients;

-- Telemetry that has arrived, by its name: as `isNamedTelemetry` of domain/telemetry.ts.
update files set is_for_clients = false
where submission_id is not null and (
  file_name ~* '\.(srt|lrf|lrv|thm)$'
  or (kind = 'document' and file_name ~* '\.(txt|csv|kml)$' and file_name ~*
    '(gcp|ground[ _-]?control|control[ _-]?points?|flight[ _-]?(record|log|plan|path|track)|airdata|waypoint|(?<![a-z])(missions?|telemetry|geotags?|exif|rtk|ppk|mrk|rinex)(?![a-z])|^geo\.txt$)'));

-- Signed addresses of the file end at once.
create trigger tell_of_lost_clients after update on files
  for each row when (old.is_for_clients and not new.is_for_clients)
  execute function app.tell_of_revocation();
