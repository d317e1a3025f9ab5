-- Where other systems are told of what happens here. Secrets are sealed.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  url text not null,
  events text[] not null,
  secret text not null,
  -- The secret of before, which signs beside the new one until then.
  previous_secret text,
  previous_until timestamptz,
  is_active boolean not null default true,
  -- Why the product disabled it; null when it did not.
  disabled_because text check (disabled_because in ('gone', 'failing')),
  -- Since when nothing was taken.
  failing_since timestamptz,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null,
  check (not is_active or disabled_because is null),
  check ((previous_secret is null) = (previous_until is null))
);

-- A message for one webhook, written with what it tells of.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  created_at timestamptz not null
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, number desc);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'queued';
create index webhook_deliveries_created on webhook_deliveries (created_at);

-- What came of each try.
create table webhook_tries (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  tried_at timestamptz not null,
  duration_ms integer not null,
  -- Null when no answer came; then there is an error.
  status integer,
  response text not null default '',
  error text
);
create index webhook_tries_delivery on webhook_tries (delivery_id, id);
