-- The audit log as a chain: each entry has a place, and a hash over what it says and the hash of the place before.
-- Columns that the log gets later must be null in the entries of before, and its entries are never changed: the text
-- below, and with it every hash, stays the same.
create table audit_chain (
  position bigint primary key check (position > 0),
  -- Without a reference: it must be noticed when one is gone.
  entry_id bigint not null unique,
  -- How `hash` was made, should that ever change.
  version smallint not null default 1,
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

-- What is hashed of an entry: a JSON object of its columns that are not null, as jsonb is written, times in UTC.
create function app.audit_text(entry audit_log) returns text
language sql stable set timezone = 'UTC' as $$
  select jsonb_object_agg(key, value)::text from jsonb_each(to_jsonb(entry)) where value <> 'null'
$$;

create function app.sha256_hex(content text) returns text language sql immutable parallel safe as
  $$ select encode(sha256(convert_to(content, 'UTF8')), 'hex') $$;

-- The hash of a place: of the hash before it and the hash of the entry, 64 hex digits each, one behind the other.
create function app.audit_hash(previous text, entry audit_log) returns text language sql stable as
  $$ select app.sha256_hex(previous || app.sha256_hex(app.audit_text(entry))) $$;

-- Runs at the commit, so that writers wait for one another no longer than that takes. Security definer: nobody else
-- writes the chain. A second chain is impossible, as a place is given once.
create function app.chain_audit_entry() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  last audit_chain;
begin
  perform pg_advisory_xact_lock(7243918266);
  select * into last from audit_chain order by position desc limit 1;
  insert into audit_chain (position, entry_id, hash) values (
    coalesce(last.position, 0) + 1,
    new.id,
    app.audit_hash(coalesce(last.hash, repeat('0', 64)), new));
  return null;
end
$$;

do $$
declare
  entry audit_log;
  place bigint := 0;
  link text := repeat('0', 64);
begin
  for entry in select * from audit_log order by id loop
    place := place + 1;
    link := app.audit_hash(link, entry);
    insert into audit_chain (position, entry_id, hash) values (place, entry.id, link);
  end loop;
end
$$;

create constraint trigger chain_entry after insert on audit_log
  deferrable initially deferred for each row execute function app.chain_audit_entry();
