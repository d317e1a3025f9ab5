-- Existing world files and projections, by the rule of `isSidecar` in domain/rasters.ts.
update files set is_for_clients = false
where submission_id is not null and kind = 'other' and is_for_clients
  and file_name ~* '\.(tfw|tifw|tiffw|wld|jgw|jpgw|jpegw|pgw|pngw|prj)$';
