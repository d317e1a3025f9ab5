-- What a program signs in with, in the name of the person who made it. Of the secret only the hash is kept.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  -- What the secret begins with, so that people tell one from another.
  prefix text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_tokens_person on api_tokens (person_id, created_at);

create trigger tell_of_changed_sessions after delete on api_tokens
  for each statement execute function app.tell_of_changed_sessions();
create trigger tell_of_revocation after delete on api_tokens
  for each row execute function app.tell_of_revocation('person_id');

-- Whoever is let in again makes new ones. Security definer: whoever deactivates somebody does not see theirs.
create function app.end_api_tokens() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  delete from api_tokens where person_id = new.id;
  return null;
end
$$;
create trigger end_api_tokens after update on profiles
  for each row when (old.is_active and not new.is_active) execute function app.end_api_tokens();
