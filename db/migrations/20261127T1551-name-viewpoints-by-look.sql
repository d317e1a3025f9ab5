-- Names viewpoints that nobody has named by their direction, like nextViewpointName in domain/viewpoint-names.ts.
do $$
declare
  viewpoint record;
  look text;
  lens text;
  wished text;
  number integer;
begin
  for viewpoint in
    select * from viewpoints
    where name ~ '^Viewpoint \d{1,9}( (zoom|thermal|panorama|screen|blue|green|red|red edge|near infrared))?$'
    order by project_id, sort_order, created_at, id
  loop
    lens := substring(viewpoint.name from '^Viewpoint \d+ (.+)$');
    look := case
      when lens = 'panorama' then 'Panorama'
      when viewpoint.gimbal_pitch < -80 then 'Overhead'
      when viewpoint.gimbal_yaw is null then 'Site view'
      else 'Looking ' || (array['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'])[
        1 + ((round(viewpoint.gimbal_yaw / 45)::integer % 8) + 8) % 8]
    end;
    number := 1;
    loop
      wished := look || case when number > 1 then ' ' || number else '' end
        || case when lens is null or lens = 'panorama' then '' else ', ' || lens end;
      exit when not exists (
        select from viewpoints as other
        where other.project_id = viewpoint.project_id and lower(other.name) = lower(wished));
      number := number + 1;
    end loop;
    update viewpoints set name = wished where id = viewpoint.id;
  end loop;
end $$;
