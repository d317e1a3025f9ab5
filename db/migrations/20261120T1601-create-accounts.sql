create type profile_role as enum ('client', 'operator', 'admin', 'project_manager');

-- Columns are those the account library expects, in snake case.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- token holds the SHA-256 of the cookie's secret, never the secret.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);
create index sessions_expires on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);

create table companies (
  id uuid primary key default gen_random_uuid(),
  company_code text not null check (company_code = upper(company_code) and company_code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'),
  company_name text not null check (length(company_name) between 1 and 200),
  description text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint companies_company_code_key unique (company_code)
);
create index companies_created on companies (created_at desc, id desc);

-- A person as the product knows them; the same id as the account.
create table profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  role profile_role not null default 'client',
  company_id uuid references companies (id) on delete restrict,
  first_name text,
  last_name text,
  email text not null unique check (email = lower(email)),
  phone text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_client_has_company check (role <> 'client' or company_id is not null)
);
create index profiles_company on profiles (company_id);
create index profiles_role_created on profiles (role, created_at desc, id desc);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  role profile_role not null default 'client',
  company_id uuid references companies (id) on delete cascade,
  contact_name text,
  phone text,
  notes text,
  token_hash text not null unique,
  invited_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_client_has_company check (role <> 'client' or company_id is not null)
);
create unique index invitations_one_open_per_email on invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_created on invitations (created_at desc, id desc);
create index invitations_company on invitations (company_id);
create index invitations_invited_by on invitations (invited_by);
