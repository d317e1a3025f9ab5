-- Processes remember who may see which file, and send bytes that somebody may see no more: whatever takes
-- a right back tells them, with the person whose right it was, or with '' when it may be anybody's.
create function app.tell_of_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('overfly_revocations', coalesce(to_jsonb(old) ->> tg_argv[0], ''));
  return null;
end
$$;

create trigger tell_of_revocation after delete on auth.sessions
  for each row execute function app.tell_of_revocation('user_id');
create trigger tell_of_revocation after update on auth.users
  for each row when ((old.email_verified, old.has_second_factor)
    is distinct from (new.email_verified, new.has_second_factor))
  execute function app.tell_of_revocation('id');
create trigger tell_of_revocation after update on profiles
  for each row when ((old.role, old.is_active, old.company_id)
    is distinct from (new.role, new.is_active, new.company_id))
  execute function app.tell_of_revocation('id');
create trigger tell_of_revocation after update on companies
  for each row when (old.clients_have_access is distinct from new.clients_have_access)
  execute function app.tell_of_revocation();

create trigger tell_of_revocation after update on projects
  for each row when (old.company_id is distinct from new.company_id)
  execute function app.tell_of_revocation();
create trigger tell_of_removal after delete on projects
  for each row execute function app.tell_of_revocation();
create trigger tell_of_revocation after delete on project_members
  for each row execute function app.tell_of_revocation('person_id');
create trigger tell_of_revocation after update on submissions
  for each row when ((old.status, old.project_id) is distinct from (new.status, new.project_id))
  execute function app.tell_of_revocation();
create trigger tell_of_removal after delete on submissions
  for each row execute function app.tell_of_revocation();
create trigger tell_of_revocation after update on files
  for each row when (old.state = 'ready' and new.state <> 'ready'
    or old.submission_id is distinct from new.submission_id)
  execute function app.tell_of_revocation();
create trigger tell_of_removal after delete on files
  for each row execute function app.tell_of_revocation();
-- Views are counted all the time and take nothing back.
create trigger tell_of_revocation after update on share_links
  for each row when (to_jsonb(old) - '{view_count,updated_at}'::text[]
    is distinct from to_jsonb(new) - '{view_count,updated_at}'::text[])
  execute function app.tell_of_revocation();
create trigger tell_of_removal after delete on share_links
  for each row execute function app.tell_of_revocation();
