-- A job whose process stood still too long is taken up by another: which of the two carries the files.
alter table drive_transfers add column run_id uuid;
