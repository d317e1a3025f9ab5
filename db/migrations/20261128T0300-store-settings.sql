-- Settings that admins change in the browser, by the name of their environment variable (domain/settings.ts).
create table settings (
  name text primary key,
  -- As in the environment. Secrets are encrypted with the secret key.
  value text not null,
  changed_at timestamptz not null,
  changed_by uuid references profiles (id) on delete set null
);
