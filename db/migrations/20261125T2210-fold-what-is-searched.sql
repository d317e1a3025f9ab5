-- What lists are searched by, with its capital letters made small once and not at each search, which took a search
-- nine tenths of its time (docs/decisions/0084).
alter table companies add column folded text
  generated always as (lower((company_name || chr(10) || company_code) collate "und-x-icu")) stored;
alter table projects
  add column folded_name text generated always as (lower(name collate "und-x-icu")) stored,
  add column folded_address text generated always as (lower(address collate "und-x-icu")) stored;
-- What people are listed by: their name, else their address.
alter table profiles add column listed_as text generated always as
  (coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email)) stored;
create index profiles_listed on profiles (listed_as collate "und-x-icu", created_at, id);
alter table profiles add column folded text generated always as (lower(
  (coalesce(first_name || ' ', '') || coalesce(last_name, '') || chr(10) || email || chr(10) || coalesce(phone, ''))
    collate "und-x-icu")) stored;
alter table share_links add column folded text generated always as (lower(
  (coalesce(title, '') || chr(10) || coalesce(description, '')) collate "und-x-icu")) stored;
alter table form_submissions add column folded text generated always as (lower(
  (name || chr(10) || email || chr(10) || coalesce(phone, '') || chr(10) || coalesce(company, '') || chr(10) || message)
    collate "und-x-icu")) stored;
