-- Requests run as overfly_app, which owns nothing: row-level security decides what it sees.
-- Roles belong to the whole cluster, so another database may have made it already.
do $$
begin
  create role overfly_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  execute format('grant overfly_app to %I', current_user);
end
$$;

-- auth: accounts and sessions, out of reach of overfly_app. app: functions of the policies.
create schema auth;
create schema app;
