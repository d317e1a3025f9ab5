-- Who somebody is at the OpenID Connect provider they sign in with: by issuer and subject, which the provider
-- gives to nobody else, as it may an address. No viewer reaches this schema.
create table auth.provider_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);
