-- Processes remember for a moment who a session belongs to: whatever that answer is made of tells them
-- when it changes.
create function app.tell_of_changed_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('overfly_sessions', '');
  return null;
end
$$;

create trigger tell_of_changed_sessions after update or delete on auth.sessions
  for each statement execute function app.tell_of_changed_sessions();
create trigger tell_of_changed_sessions after insert or update or delete on auth.rotated_tokens
  for each statement execute function app.tell_of_changed_sessions();
create trigger tell_of_changed_sessions after update or delete on auth.users
  for each statement execute function app.tell_of_changed_sessions();
create trigger tell_of_changed_sessions after update or delete on profiles
  for each statement execute function app.tell_of_changed_sessions();
create trigger tell_of_changed_sessions after update or delete on companies
  for each statement execute function app.tell_of_changed_sessions();
