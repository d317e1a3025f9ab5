-- What a photo was taken with; null for photos that came before this was read, until a sweep reads it.
create type lens as enum ('wide', 'zoom', 'visible', 'thermal', 'panorama', 'screen',
  'blue', 'green', 'red', 'red-edge', 'near-infrared', 'unknown');

-- Millimeters: of the lens, and as on 35 mm film; both with the digital zoom.
alter table files add column lens lens,
  add column focal_length double precision, add column equivalent_focal_length double precision;
-- A viewpoint has one lens.
alter table viewpoints add column lens lens,
  add column focal_length double precision, add column equivalent_focal_length double precision;
alter table viewpoint_poses add column lens lens,
  add column focal_length double precision, add column equivalent_focal_length double precision;
-- A photo with temperatures or of a whole sphere has said so before.
update files set lens = photo_type::text::lens where photo_type is not null;

create index files_without_lens on files (id)
  where lens is null and kind = 'photo' and state = 'ready';
create index viewpoints_without_lens on viewpoints (id) where lens is null;
