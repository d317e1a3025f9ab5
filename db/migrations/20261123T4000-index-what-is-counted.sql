-- What staff see counted over all files (docs/indexes.md).
create index files_figures on files (file_type, file_size) where deleted_at is null;
create index files_failed on files (created_at) where state = 'failed';
