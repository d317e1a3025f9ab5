-- The creation time in a video's header, read as UTC. What it means is judged anew as files beside it say more.
alter table files add column header_time timestamptz;
update files set header_time = captured_at where kind = 'video' and captured_at is not null;
