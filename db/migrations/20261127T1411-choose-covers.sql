-- When staff chose a photo as the cover of its submission: of several the last. It does not go with a file to another one.
alter table files add column cover_chosen_at timestamptz;

create function app.leave_cover() returns trigger language plpgsql as $$
begin
  new.cover_chosen_at := null;
  return new;
end
$$;
create trigger leave_cover before update of submission_id on files
  for each row when (old.submission_id is distinct from new.submission_id)
  execute function app.leave_cover();
