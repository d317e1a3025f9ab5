-- Some drones always write a gimbal of 0, 0, 0. Their photos were stored as looking north, and those of one
-- place as of one viewpoint (docs/decisions/0091). The flight yaw is their direction, and their pitch is unknown.

create temporary table mended on commit drop as
  select id, viewpoint_id, captured_at, flight_yaw from files
  where gimbal_yaw = 0 and gimbal_pitch = 0 and flight_yaw is not null;

update files set gimbal_yaw = mended.flight_yaw, gimbal_pitch = null, updated_at = now()
from mended where files.id = mended.id and mended.flight_yaw <> 0;

-- One viewpoint for each direction, within the 15 degrees of a match. Left alone where other photos belong to it, or
-- where staff named, merged or filled it: what they did stays.
do $$
declare
  photo record;
  home uuid;
begin
  create temporary table homes (origin uuid, id uuid, yaw double precision) on commit drop;
  for photo in
    select mended.id, mended.flight_yaw, origin.id as origin, origin.project_id
    from mended join viewpoints as origin on origin.id = mended.viewpoint_id
    where origin.gimbal_yaw = 0 and origin.gimbal_pitch = 0
      and origin.name ~ '^Viewpoint \d{1,9}$' and not origin.is_reference_chosen
      and not exists (select from viewpoint_poses as pose where pose.viewpoint_id = origin.id)
      and not exists (
        select from files
        where files.viewpoint_id = origin.id and files.id not in (select mended.id from mended)
      )
    order by origin.id, mended.captured_at, mended.id
  loop
    home := null;
    select homes.id into home from homes
    where homes.origin = photo.origin
      and abs(mod((homes.yaw - photo.flight_yaw + 900)::numeric, 360) - 180) <= 15
    order by abs(mod((homes.yaw - photo.flight_yaw + 900)::numeric, 360) - 180) limit 1;
    if home is null then
      if not exists (select from homes where homes.origin = photo.origin) then
        home := photo.origin;
        update viewpoints set gimbal_yaw = photo.flight_yaw, gimbal_pitch = null where id = home;
      else
        insert into viewpoints (project_id, name, sort_order, latitude, longitude, relative_altitude, gimbal_yaw, is_hidden)
        select origin.project_id,
          'Viewpoint ' || greatest(count(*), max(substring(other.name from '^Viewpoint (\d{1,9})$')::bigint)) + 1,
          max(other.sort_order) + 1, origin.latitude, origin.longitude, origin.relative_altitude,
          photo.flight_yaw, origin.is_hidden
        from viewpoints as origin join viewpoints as other on other.project_id = origin.project_id
        where origin.id = photo.origin
        group by origin.id
        returning id into home;
      end if;
      insert into homes values (photo.origin, home, photo.flight_yaw);
    end if;
    if home <> photo.origin then
      update files set viewpoint_id = home where id = photo.id;
    end if;
  end loop;
end $$;

-- The sweep finds a reference for viewpoints without one, and lays photos on it.
update viewpoints set reference_id = null
from files
where files.id = viewpoints.reference_id and files.viewpoint_id is distinct from viewpoints.id
  and files.id in (select id from mended);
