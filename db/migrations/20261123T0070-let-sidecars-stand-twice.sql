-- A file that says where a map lies is the same beside each map of the same coordinate system.
drop index files_project_sha256_key;
create unique index files_project_sha256_key on files (project_id, sha256)
  where project_id is not null and kind <> 'other';
