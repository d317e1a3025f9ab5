-- A photo taken elsewhere gets its viewpoint once its place is confirmed or turns out to be near the project.
alter table files add column is_viewpoint_pending boolean not null default false;
create index files_viewpoint_pending on files (submission_id) where is_viewpoint_pending;
