-- A photo from elsewhere gets its viewpoint only once its place is confirmed or near the project.
alter table files add column is_viewpoint_pending boolean not null default false;
create index files_viewpoint_pending on files (submission_id) where is_viewpoint_pending;
