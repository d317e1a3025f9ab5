-- What a picture file is instead of a photo of its own: the RAW file of a photo, a band of a multispectral camera, or
-- a tile of a panorama that isn't stitched yet. 'single': staff chose to show it as a photo.
create type photo_part as enum ('raw', 'band', 'tile', 'single');

alter table files
  add column part photo_part,
  add column raw_of uuid references files (id) on delete set null,
  add constraint files_part_is_no_photo check (part is null or part = 'single' or kind = 'other'),
  add constraint files_raw_of_part check (raw_of is null or part = 'raw');
create unique index files_raw_of_key on files (raw_of) where raw_of is not null and deleted_at is null;

-- Like photos, a project has each of them once.
drop index files_project_sha256_key;
create unique index files_project_sha256_key on files (project_id, sha256)
  where project_id is not null and (kind <> 'other' or part is not null) and deleted_at is null;

-- Pairs that arrived as two photos, where only one photo and one RAW file of a submission can belong together.
create temporary table pairs on commit drop as
  with shots as (
    select id, submission_id, file_type, captured_local, latitude, longitude,
      lower(regexp_replace(file_name, '\.[^.]*$', '')) as name
    from files
    where kind = 'photo' and state = 'ready' and deleted_at is null and submission_id is not null
      and captured_local is not null and cardinality(presets) > 0
  )
  select raw.id as raw_id, (array_agg(photo.id))[1] as photo_id
  from shots as raw join shots as photo
    on photo.submission_id = raw.submission_id and photo.name = raw.name
    and photo.file_type = 'image/jpeg'
    and abs(extract(epoch from photo.captured_local - raw.captured_local)) <= 2
    and coalesce(abs(photo.latitude - raw.latitude) < 0.0002
      and abs(photo.longitude - raw.longitude) < 0.0002, true)
  where raw.file_type = 'image/x-adobe-dng'
  group by raw.id having count(*) = 1;
delete from pairs where photo_id in (select photo_id from pairs group by 1 having count(*) > 1);
update viewpoints set reference_id = null, is_reference_chosen = false
  where reference_id in (select raw_id from pairs);
update files set kind = 'other', part = 'raw', raw_of = pairs.photo_id, viewpoint_id = null
  from pairs where files.id = pairs.raw_id;
