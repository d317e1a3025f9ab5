-- What staff note about a person; it comes with the invitation.
alter table profiles add column notes text;
-- A client may be of no company: then they see the projects they are a member of.
alter table profiles drop constraint profiles_client_has_company;

-- Only an admin changes who is staff and with what role, and nobody their own. Of the viewers of
-- db/policies.sql the product itself (kind system) is not bound by this.
create function app.guard_staff_accounts() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  is_affected boolean;
begin
  if tg_op = 'INSERT' then
    is_affected := new.role <> 'client';
  else
    is_affected := new.role <> old.role or (old.role <> 'client' and new.is_active <> old.is_active);
  end if;
  if is_affected and app.viewer_kind() = 'staff' and (
    new.id = app.viewer_id()
    or not exists (select from profiles where id = app.viewer_id() and role = 'admin' and is_active)
  ) then
    raise exception 'an account of staff is changed by another person, who is an admin'
      using errcode = 'check_violation', constraint = 'profiles_staff_by_another_admin';
  end if;
  return new;
end
$$;
create trigger profiles_guard_staff before insert or update of role, is_active on profiles
  for each row execute function app.guard_staff_accounts();

-- The last active operator and the last active admin stay. One transaction at a time takes one away,
-- so that two cannot take the last two; each statement in here sees what was committed before it.
create function app.keep_last_of_role() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not old.is_active or old.role not in ('operator', 'admin') then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if new.is_active and new.role = old.role then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtext('overfly: last of role'));
  if not exists (select from profiles where role = old.role and is_active) then
    raise exception 'the last active % stays', old.role
      using errcode = 'check_violation', constraint = 'profiles_last_of_role';
  end if;
  return null;
end
$$;
create trigger profiles_keep_last after delete or update of role, is_active on profiles
  for each row execute function app.keep_last_of_role();
