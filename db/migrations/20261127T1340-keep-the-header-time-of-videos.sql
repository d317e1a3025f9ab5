-- The creation time in a video's header, read as UTC. It is read again when neighboring files tell its time zone.
alter table files add column header_time timestamptz;
update files set header_time = captured_at where kind = 'video' and captured_at is not null;
