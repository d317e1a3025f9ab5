-- Ids of companies, people and messages of the sample site, to remove it; and one of the site itself, which is there
-- before any of them.
create table sample_rows (id uuid primary key);

insert into sample_rows
  with started as (
    select id as since from audit_log where action = 'demo.started' and actor_kind = 'system' order by id limit 1
  ), operator as (
    -- The sample's operator has the address of a setting, and was its first account.
    select subject_id from audit_log, started
    where action = 'person.created' and actor_kind = 'system' and detail ->> 'role' = 'operator' and id > since
    order by id limit 1
  )
  select gen_random_uuid() from started
  union select companies.id from companies, started where company_code in ('DEMO001', 'DEMO002')
  union select profiles.id from profiles, started
    where email in ('admin@overfly.example', 'pm@overfly.example', 'client@overfly.example', 'other@overfly.example')
      or profiles.id in (select subject_id from operator)
  union select form_submissions.id from form_submissions, started
    where email in ('dana@brazosbuilders.example', 'sam.ortega@homes.example', 'offers@rankings.example',
      'priya@dfwdev.example');

-- As before, except that the sample's accounts can be deleted. Other accounts never are.
create or replace function app.keep_last_of_role() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not old.is_active or old.role not in ('operator', 'admin') then
    return null;
  end if;
  if tg_op = 'DELETE' and exists (select from sample_rows where id = old.id) then
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
