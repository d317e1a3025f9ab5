-- When the last picture of a draft was taken, for its clock: from this alone, not from all of its files.
create index files_captured on files (submission_id, captured_at) where deleted_at is null;
