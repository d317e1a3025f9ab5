-- Generated from a migrated database: node scripts/generate-schema.ts. Not to be edited.

-- Schemas

create schema app;
create schema auth;

-- Types

create type content_type as enum ('article', 'news', 'project_update', 'weekly_update', '2d_map', 'gallery', 'milestone', 'inspection', 'video_update');
create type download_size as enum ('original', 'reduced');
create type file_category as enum ('footage', 'photos', 'reports', 'documents', 'other');
create type file_kind as enum ('photo', 'video', 'raster', 'document', 'other');
create type file_state as enum ('processing', 'ready', 'failed');
create type mail_pace as enum ('off', 'at-once', 'weekly');
create type map_provider as enum ('custom', 'maps_made_easy', 'dronedeploy', 'pix4d', 'sensrfly', 'skycatch', 'propeller');
create type notification_kind as enum ('week-published', 'link-expiring', 'files-failed');
create type profile_role as enum ('client', 'operator', 'admin', 'project_manager');
create type project_status as enum ('active', 'planning', 'completed', 'on_hold', 'cancelled');
create type storage_provider as enum ('storage', 'google_drive');
create type submission_status as enum ('draft', 'published', 'archived');
create type time_zone_source as enum ('exif', 'gps', 'site');
create type upload_state as enum ('receiving', 'received', 'stored', 'duplicate', 'refused');

-- Tables

create table auth.attempts (
  key text not null,
  points integer not null,
  expire bigint not null,
  constraint attempts_pkey PRIMARY KEY (key)
);

create table auth.one_time_tokens (
  token text not null,
  user_id uuid not null,
  purpose text not null,
  email text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint one_time_tokens_pkey PRIMARY KEY (token),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'change-email'::text, 'recover-password'::text, 'second-factor'::text]))),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

create table auth.recovery_codes (
  user_id uuid not null,
  code text not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

create table auth.rotated_tokens (
  token text not null,
  session_id uuid not null,
  superseded_at timestamp with time zone,
  constraint rotated_tokens_pkey PRIMARY KEY (token),
  constraint rotated_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

create table auth.second_factors (
  user_id uuid not null,
  secret text not null,
  last_step bigint default 0 not null,
  created_at timestamp with time zone not null,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

create table auth.session_sightings (
  session_id uuid not null,
  seen_at timestamp with time zone not null,
  constraint session_sightings_pkey PRIMARY KEY (session_id),
  constraint session_sightings_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

create table auth.sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

create table auth.storage (
  is_only boolean default true not null,
  id uuid not null,
  constraint storage_pkey PRIMARY KEY (is_only),
  constraint storage_is_only_check CHECK (is_only)
);

create table auth.users (
  id uuid default gen_random_uuid() not null,
  email text not null,
  email_verified boolean default false not null,
  created_at timestamp with time zone default now() not null,
  has_second_factor boolean default false not null,
  password_hash text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_check CHECK ((email = lower(email)))
);

create table audit_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  detail jsonb default '{}'::jsonb not null,
  subject_name text,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table clock_pauses (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  reason text not null,
  started_at timestamp with time zone not null,
  started_by uuid,
  ended_at timestamp with time zone,
  ended_by uuid,
  constraint clock_pauses_pkey PRIMARY KEY (id),
  constraint clock_pauses_check CHECK ((ended_at >= started_at)),
  constraint clock_pauses_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  constraint clock_pauses_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint clock_pauses_started_by_fkey FOREIGN KEY (started_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint clock_pauses_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table companies (
  id uuid default gen_random_uuid() not null,
  company_code text not null,
  company_name text not null,
  description text,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  clients_have_access boolean default true not null,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_company_code_key UNIQUE (company_code),
  constraint companies_active_has_access CHECK ((clients_have_access OR (NOT is_active))),
  constraint companies_company_code_check CHECK (((company_code = upper(company_code)) AND (company_code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'::text))),
  constraint companies_company_name_check CHECK (((length(company_name) >= 1) AND (length(company_name) <= 200)))
);

create table downloads (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  project_id uuid not null,
  file_name text not null,
  kinds text[] not null,
  size download_size not null,
  weeks jsonb not null,
  entries jsonb not null,
  file_ids uuid[] not null,
  bytes bigint not null,
  token_hash text,
  token_session_id uuid,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint downloads_pkey PRIMARY KEY (id),
  constraint downloads_token_hash_key UNIQUE (token_hash),
  constraint downloads_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint downloads_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint downloads_token_session_id_fkey FOREIGN KEY (token_session_id) REFERENCES auth.sessions(id) ON DELETE SET NULL
);

create table files (
  id uuid default gen_random_uuid() not null,
  submission_id uuid,
  project_id uuid,
  company_id uuid,
  viewpoint_id uuid,
  file_name text not null,
  file_path text not null,
  file_type text not null,
  file_size bigint not null,
  kind file_kind not null,
  state file_state default 'processing'::file_state not null,
  error_code text,
  error_message text,
  sha256 text not null,
  crc32 bigint not null,
  sort_order integer default 0 not null,
  category file_category,
  description text,
  recorded_date date,
  storage_provider storage_provider default 'storage'::storage_provider not null,
  google_drive_file_id text,
  google_drive_direct_link text,
  google_drive_web_link text,
  width integer,
  height integer,
  duration_seconds double precision,
  presets integer[] default '{}'::integer[] not null,
  thumbhash text,
  captured_at timestamp with time zone,
  captured_local timestamp without time zone,
  time_zone_source time_zone_source,
  latitude double precision,
  longitude double precision,
  altitude double precision,
  relative_altitude double precision,
  gimbal_yaw double precision,
  gimbal_pitch double precision,
  flight_yaw double precision,
  camera_make text,
  camera_model text,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  picture_size bigint,
  picture_crc32 bigint,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_file_path_key UNIQUE (file_path),
  constraint files_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint files_failed_has_error CHECK (((state <> 'failed'::file_state) OR (error_message IS NOT NULL))),
  constraint files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  constraint files_file_size_check CHECK ((file_size > 0)),
  constraint files_picture_check CHECK ((((picture_size IS NULL) = (picture_crc32 IS NULL)) AND (picture_size > 0) AND ((picture_crc32 >= 0) AND (picture_crc32 <= '4294967295'::bigint)))),
  constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_submission_has_project CHECK (((submission_id IS NULL) OR (project_id IS NOT NULL))),
  constraint files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE SET NULL,
  constraint files_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE,
  constraint files_viewpoint_id_fkey FOREIGN KEY (viewpoint_id) REFERENCES viewpoints(id) ON DELETE SET NULL
);

create table form_submissions (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email text not null,
  phone text,
  company text,
  message text not null,
  submitted_at timestamp with time zone default now() not null,
  is_read boolean default false not null,
  is_spam boolean default false not null,
  spam_reasons text[] default '{}'::text[] not null,
  network_hash text,
  form_id text,
  project_id uuid,
  page text,
  constraint form_submissions_pkey PRIMARY KEY (id),
  constraint form_submissions_form_id_key UNIQUE (form_id),
  constraint form_submissions_company_check CHECK ((length(company) <= 200)),
  constraint form_submissions_email_check CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  constraint form_submissions_message_check CHECK (((length(message) >= 1) AND (length(message) <= 10000))),
  constraint form_submissions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint form_submissions_page_check CHECK ((length(page) <= 500)),
  constraint form_submissions_phone_check CHECK ((length(phone) <= 200)),
  constraint form_submissions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE SET NULL
);

create table invitations (
  id uuid default gen_random_uuid() not null,
  email text not null,
  role profile_role default 'client'::profile_role not null,
  company_id uuid,
  contact_name text,
  phone text,
  notes text,
  token_hash text not null,
  invited_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_client_has_company CHECK (((role <> 'client'::profile_role) OR (company_id IS NOT NULL))),
  constraint invitations_email_check CHECK ((email = lower(email))),
  constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES profiles(id) ON DELETE SET NULL
);

create table mails (
  id uuid default gen_random_uuid() not null,
  number bigint generated always as identity not null,
  kind text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  html text not null,
  plain_text text not null,
  message_id text not null,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  last_error text,
  next_attempt_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  lease_id uuid,
  leased_until timestamp with time zone,
  unsubscribe_url text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_message_id_key UNIQUE (message_id),
  constraint mails_check CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint mails_check1 CHECK (((lease_id IS NULL) = (leased_until IS NULL))),
  constraint mails_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 60))),
  constraint mails_recipient_check CHECK (((length(recipient) >= 3) AND (length(recipient) <= 320))),
  constraint mails_reply_to_check CHECK (((length(reply_to) >= 3) AND (length(reply_to) <= 320))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint mails_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 300)))
);

create table notification_settings (
  person_id uuid not null,
  kind notification_kind not null,
  in_app boolean not null,
  mail mail_pace not null,
  constraint notification_settings_pkey PRIMARY KEY (person_id, kind),
  constraint notification_settings_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table notifications (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  kind notification_kind not null,
  submission_id uuid,
  share_link_id uuid,
  subject_id uuid generated always as (COALESCE(submission_id, share_link_id)) stored,
  in_app boolean not null,
  mail mail_pace not null,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_once UNIQUE (person_id, kind, subject_id),
  constraint notifications_check CHECK ((num_nonnulls(submission_id, share_link_id) = 1)),
  constraint notifications_check1 CHECK (((mailed_at IS NULL) OR (mail = 'off'::mail_pace))),
  constraint notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notifications_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_links(id) ON DELETE CASCADE,
  constraint notifications_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table profiles (
  id uuid not null,
  role profile_role default 'client'::profile_role not null,
  company_id uuid,
  first_name text,
  last_name text,
  email text not null,
  phone text,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  notes text,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_email_key UNIQUE (email),
  constraint profiles_email_check CHECK ((email = lower(email))),
  constraint profiles_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE RESTRICT,
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE
);

create table project_members (
  project_id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint project_members_pkey PRIMARY KEY (project_id, person_id),
  constraint project_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table projects (
  id uuid default gen_random_uuid() not null,
  company_id uuid not null,
  name text not null,
  description text,
  address text,
  status project_status default 'active'::project_status not null,
  start_date date,
  estimated_completion_date date,
  latitude double precision,
  longitude double precision,
  time_zone text default 'America/Chicago'::text not null,
  created_by uuid,
  project_manager_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  submission_count integer default 0 not null,
  last_published_at timestamp with time zone,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_coordinates_together CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint projects_dates_in_order CHECK ((estimated_completion_date >= start_date)),
  constraint projects_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint projects_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint projects_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint projects_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE RESTRICT,
  constraint projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint projects_project_manager_id_fkey FOREIGN KEY (project_manager_id) REFERENCES profiles(id) ON DELETE SET NULL
);

create table share_links (
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  submission_id uuid,
  created_by uuid not null,
  title text,
  description text,
  expires_at timestamp with time zone,
  is_active boolean default true not null,
  allow_download boolean default true not null,
  token_hash text not null,
  token_encrypted text not null,
  password_hash text,
  view_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint share_links_pkey PRIMARY KEY (id),
  constraint share_links_token_hash_key UNIQUE (token_hash),
  constraint share_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint share_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint share_links_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table share_views (
  id uuid default gen_random_uuid() not null,
  share_link_id uuid not null,
  visitor_hash text not null,
  half_hour timestamp with time zone not null,
  viewed_at timestamp with time zone default now() not null,
  constraint share_views_pkey PRIMARY KEY (id),
  constraint share_views_once UNIQUE (share_link_id, visitor_hash, half_hour),
  constraint share_views_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_links(id) ON DELETE CASCADE
);

create table submissions (
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  title text not null,
  content_type content_type default 'article'::content_type not null,
  summary text,
  content_text text,
  status submission_status default 'draft'::submission_status not null,
  recorded_date date,
  published_at timestamp with time zone,
  google_drive_folder_url text,
  map_embed_url text,
  map_provider map_provider,
  map_coordinates jsonb,
  sort_order integer default 0 not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  first_published_at timestamp with time zone,
  flown_at timestamp with time zone,
  publish_at timestamp with time zone,
  scheduled_by uuid,
  schedule_error text,
  constraint submissions_pkey PRIMARY KEY (id),
  constraint submissions_published_has_time CHECK (((status <> 'published'::submission_status) OR (published_at IS NOT NULL))),
  constraint submissions_scheduled_is_draft CHECK (((publish_at IS NULL) OR (status = 'draft'::submission_status))),
  constraint submissions_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint submissions_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint submissions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint submissions_scheduled_by_fkey FOREIGN KEY (scheduled_by) REFERENCES profiles(id) ON DELETE SET NULL
);

create table uploads (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  file_name text not null,
  file_size bigint not null,
  state upload_state default 'receiving'::upload_state not null,
  duplicate_of uuid,
  error_code text,
  error_message text,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sha256 text,
  writer uuid,
  part_starts bigint[] default '{0}'::bigint[] not null,
  bytes_received bigint default 0 not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  constraint uploads_file_size_check CHECK ((file_size >= 0)),
  constraint uploads_refused_has_error CHECK (((state <> 'refused'::upload_state) OR (error_message IS NOT NULL))),
  constraint uploads_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint uploads_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint uploads_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES files(id) ON DELETE SET NULL,
  constraint uploads_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table viewpoints (
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  name text not null,
  sort_order integer default 0 not null,
  latitude double precision not null,
  longitude double precision not null,
  relative_altitude double precision,
  gimbal_yaw double precision,
  gimbal_pitch double precision,
  created_at timestamp with time zone default now() not null,
  constraint viewpoints_pkey PRIMARY KEY (id),
  constraint viewpoints_name_key UNIQUE (project_id, name),
  constraint viewpoints_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint viewpoints_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint viewpoints_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint viewpoints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

-- Indexes

CREATE INDEX attempts_expire ON auth.attempts USING btree (expire);
CREATE INDEX one_time_tokens_expires ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_user ON auth.one_time_tokens USING btree (user_id, purpose);
CREATE INDEX rotated_tokens_not_superseded ON auth.rotated_tokens USING btree (session_id) WHERE (superseded_at IS NULL);
CREATE INDEX rotated_tokens_session ON auth.rotated_tokens USING btree (session_id);
CREATE INDEX sessions_expires ON auth.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON auth.sessions USING btree (user_id);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_type, subject_id, id DESC);
CREATE INDEX clock_pauses_ended_by ON public.clock_pauses USING btree (ended_by);
CREATE UNIQUE INDEX clock_pauses_one_at_a_time ON public.clock_pauses USING btree (submission_id) WHERE (ended_at IS NULL);
CREATE INDEX clock_pauses_started_by ON public.clock_pauses USING btree (started_by);
CREATE INDEX clock_pauses_submission ON public.clock_pauses USING btree (submission_id, started_at);
CREATE INDEX companies_created ON public.companies USING btree (created_at DESC, id DESC);
CREATE INDEX downloads_expires ON public.downloads USING btree (expires_at);
CREATE INDEX downloads_person_created ON public.downloads USING btree (person_id, created_at DESC, id);
CREATE INDEX downloads_project ON public.downloads USING btree (project_id);
CREATE INDEX downloads_token_session ON public.downloads USING btree (token_session_id);
CREATE INDEX files_company ON public.files USING btree (company_id);
CREATE INDEX files_created ON public.files USING btree (created_at DESC, id DESC);
CREATE INDEX files_created_by ON public.files USING btree (created_by);
CREATE UNIQUE INDEX files_project_sha256_key ON public.files USING btree (project_id, sha256) WHERE (project_id IS NOT NULL);
CREATE INDEX files_submission_sort ON public.files USING btree (submission_id, sort_order, id);
CREATE INDEX files_unfinished ON public.files USING btree (updated_at) WHERE (state = 'processing'::file_state);
CREATE INDEX files_viewpoint ON public.files USING btree (viewpoint_id, captured_at);
CREATE INDEX form_submissions_network ON public.form_submissions USING btree (network_hash, submitted_at);
CREATE INDEX form_submissions_project ON public.form_submissions USING btree (project_id);
CREATE INDEX form_submissions_submitted ON public.form_submissions USING btree (submitted_at DESC, id DESC);
CREATE INDEX invitations_company ON public.invitations USING btree (company_id);
CREATE INDEX invitations_created ON public.invitations USING btree (created_at DESC, id DESC);
CREATE INDEX invitations_invited_by ON public.invitations USING btree (invited_by);
CREATE UNIQUE INDEX invitations_one_open_per_email ON public.invitations USING btree (email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX mails_created ON public.mails USING btree (created_at);
CREATE INDEX mails_failed ON public.mails USING btree (created_at DESC) WHERE (state = 'failed'::text);
CREATE INDEX mails_queued ON public.mails USING btree (next_attempt_at) WHERE (state = 'queued'::text);
CREATE INDEX notifications_created ON public.notifications USING btree (created_at);
CREATE INDEX notifications_person_created ON public.notifications USING btree (person_id, created_at DESC, id);
CREATE INDEX notifications_share_link ON public.notifications USING btree (share_link_id);
CREATE INDEX notifications_submission ON public.notifications USING btree (submission_id);
CREATE INDEX notifications_to_mail ON public.notifications USING btree (person_id) WHERE ((mail <> 'off'::mail_pace) AND (read_at IS NULL));
CREATE INDEX profiles_company ON public.profiles USING btree (company_id);
CREATE INDEX profiles_role_created ON public.profiles USING btree (role, created_at DESC, id DESC);
CREATE INDEX project_members_person ON public.project_members USING btree (person_id);
CREATE INDEX projects_company_created ON public.projects USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX projects_created ON public.projects USING btree (created_at DESC, id DESC);
CREATE INDEX projects_created_by ON public.projects USING btree (created_by);
CREATE INDEX projects_manager ON public.projects USING btree (project_manager_id);
CREATE INDEX share_links_created ON public.share_links USING btree (created_at DESC, id DESC);
CREATE INDEX share_links_created_by ON public.share_links USING btree (created_by, created_at DESC, id DESC);
CREATE INDEX share_links_expires ON public.share_links USING btree (expires_at) WHERE is_active;
CREATE INDEX share_links_project ON public.share_links USING btree (project_id);
CREATE INDEX share_links_submission ON public.share_links USING btree (submission_id);
CREATE INDEX share_views_link_viewed ON public.share_views USING btree (share_link_id, viewed_at DESC);
CREATE INDEX submissions_created ON public.submissions USING btree (created_at DESC, id DESC);
CREATE INDEX submissions_created_by ON public.submissions USING btree (created_by);
CREATE INDEX submissions_first_published ON public.submissions USING btree (first_published_at DESC) WHERE (first_published_at IS NOT NULL);
CREATE INDEX submissions_project_created ON public.submissions USING btree (project_id, created_at DESC, id DESC);
CREATE INDEX submissions_publish_at ON public.submissions USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX submissions_published ON public.submissions USING btree (published_at DESC, id DESC) WHERE (status = 'published'::submission_status);
CREATE INDEX submissions_scheduled_by ON public.submissions USING btree (scheduled_by);
CREATE INDEX uploads_created_by ON public.uploads USING btree (created_by);
CREATE INDEX uploads_duplicate_of ON public.uploads USING btree (duplicate_of);
CREATE INDEX uploads_submission_created ON public.uploads USING btree (submission_id, created_at, id);
CREATE INDEX uploads_unfinished ON public.uploads USING btree (updated_at) WHERE (state = ANY (ARRAY['receiving'::upload_state, 'received'::upload_state]));
CREATE INDEX viewpoints_project_sort ON public.viewpoints USING btree (project_id, sort_order, id);

-- Functions

CREATE OR REPLACE FUNCTION app.count_published_submissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
declare
  projects_changed uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct project_id) into projects_changed
      from (select project_id from changed union all select project_id from changed_from) both_sides;
  else
    select array_agg(distinct project_id) into projects_changed from changed;
  end if;
  -- Locked before they are counted: of two publications at once the later one counts both.
  perform from projects where id = any(projects_changed) order by id for no key update;
  update projects p
  set submission_count = counted.number, last_published_at = counted.latest
  from (
    select c.project_id, count(s.id)::int as number, max(s.published_at) as latest
    from unnest(projects_changed) as c (project_id)
    left join submissions s on s.project_id = c.project_id and s.status = 'published'
    group by c.project_id
  ) counted
  where p.id = counted.project_id
    and (p.submission_count, p.last_published_at) is distinct from (counted.number, counted.latest);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_staff_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION app.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  return app.viewer_kind() = 'system' or app.viewer_kind() = 'staff'
    and exists (select from profiles where id = app.viewer_id() and role = 'admin' and is_active);
end
$function$;

CREATE OR REPLACE FUNCTION app.is_admitted()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  return app.viewer_company() is not null or app.viewer_kind() = 'client' and exists (
    select from profiles p
    join auth.users u on u.id = p.id
    left join companies c on c.id = p.company_id
    where p.id = app.viewer_id() and p.is_active and u.email_verified
      and coalesce(c.clients_have_access, true));
end
$function$;

CREATE OR REPLACE FUNCTION app.is_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select app.viewer_kind() in ('staff', 'system') $function$;

CREATE OR REPLACE FUNCTION app.joined_projects()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if app.viewer_kind() = 'share' then
    return query select l.project_id from app.open_link() l;
  elsif app.viewer_kind() = 'client' and app.is_admitted() then
    return query select m.project_id from project_members m where m.person_id = app.viewer_id();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_last_of_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION app.open_link()
 RETURNS TABLE(id uuid, project_id uuid, submission_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if app.viewer_kind() <> 'share' then
    return;
  end if;
  return query
    select l.id, l.project_id, l.submission_id
    from share_links l
    join projects on projects.id = l.project_id
    join profiles p on p.id = l.created_by and p.is_active
    join auth.users u on u.id = p.id
    left join companies c on c.id = p.company_id
    where l.id = app.viewer_id() and l.is_active and (l.expires_at is null or l.expires_at > now())
      and (p.role <> 'client' or u.email_verified and coalesce(c.clients_have_access, true) and (
        projects.company_id = c.id
        or exists (select from project_members m where m.project_id = l.project_id and m.person_id = p.id)));
end
$function$;

CREATE OR REPLACE FUNCTION app.seen_projects()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  return query
    select p.id from projects p where p.company_id = app.viewer_company()
    union all
    select app.joined_projects();
end
$function$;

CREATE OR REPLACE FUNCTION app.tell_of_changed_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('overfly_sessions', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.tell_of_revocation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('overfly_revocations', coalesce(to_jsonb(old) ->> tg_argv[0], ''));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.viewer_company()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.viewer_company', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION app.viewer_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.viewer_id', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION app.viewer_kind()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(nullif(current_setting('app.viewer_kind', true), ''), 'anonymous') $function$;

-- Triggers

CREATE TRIGGER tell_of_changed_sessions AFTER INSERT OR DELETE OR UPDATE ON auth.rotated_tokens FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_changed_sessions AFTER DELETE OR UPDATE ON auth.sessions FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_revocation AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation('user_id');
CREATE TRIGGER tell_of_changed_sessions AFTER DELETE OR UPDATE ON auth.users FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON auth.users FOR EACH ROW WHEN (((old.email_verified IS DISTINCT FROM new.email_verified) OR (old.has_second_factor IS DISTINCT FROM new.has_second_factor))) EXECUTE FUNCTION app.tell_of_revocation('id');
CREATE TRIGGER tell_of_changed_sessions AFTER DELETE OR UPDATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.companies FOR EACH ROW WHEN ((old.clients_have_access IS DISTINCT FROM new.clients_have_access)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.downloads FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation('person_id');
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.downloads FOR EACH ROW WHEN (((old.token_hash IS DISTINCT FROM new.token_hash) OR (old.token_session_id IS DISTINCT FROM new.token_session_id))) EXECUTE FUNCTION app.tell_of_revocation('person_id');
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.files FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.files FOR EACH ROW WHEN ((((old.state = 'ready'::file_state) AND (new.state <> 'ready'::file_state)) OR (old.submission_id IS DISTINCT FROM new.submission_id))) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER profiles_guard_staff BEFORE INSERT OR UPDATE OF role, is_active ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.guard_staff_accounts();
CREATE TRIGGER profiles_keep_last AFTER DELETE OR UPDATE OF role, is_active ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.keep_last_of_role();
CREATE TRIGGER tell_of_changed_sessions AFTER DELETE OR UPDATE ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((((old.role IS DISTINCT FROM new.role) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.company_id IS DISTINCT FROM new.company_id))) EXECUTE FUNCTION app.tell_of_revocation('id');
CREATE TRIGGER tell_of_revocation AFTER DELETE ON public.project_members FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation('person_id');
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.projects FOR EACH ROW WHEN ((old.company_id IS DISTINCT FROM new.company_id)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.share_links FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.share_links FOR EACH ROW WHEN (((to_jsonb(old.*) - '{view_count,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{view_count,updated_at}'::text[]))) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER count_published_submissions_after_delete AFTER DELETE ON public.submissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_published_submissions();
CREATE TRIGGER count_published_submissions_after_insert AFTER INSERT ON public.submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_published_submissions();
CREATE TRIGGER count_published_submissions_after_update AFTER UPDATE ON public.submissions REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_published_submissions();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.submissions FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.submissions FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.project_id IS DISTINCT FROM new.project_id))) EXECUTE FUNCTION app.tell_of_revocation();

-- Row-level security

alter table audit_log enable row level security;
alter table clock_pauses enable row level security;
alter table companies enable row level security;
alter table downloads enable row level security;
alter table files enable row level security;
alter table form_submissions enable row level security;
alter table invitations enable row level security;
alter table mails enable row level security;
alter table notification_settings enable row level security;
alter table notifications enable row level security;
alter table profiles enable row level security;
alter table project_members enable row level security;
alter table projects enable row level security;
alter table share_links enable row level security;
alter table share_views enable row level security;
alter table submissions enable row level security;
alter table uploads enable row level security;
alter table viewpoints enable row level security;

-- Policies

create policy append on audit_log for insert to public
  with check (((actor_kind = ( SELECT app.viewer_kind() AS viewer_kind)) AND (NOT (actor_id IS DISTINCT FROM ( SELECT app.viewer_id() AS viewer_id)))));

create policy staff on audit_log for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy staff on clock_pauses for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy visible on clock_pauses for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (submission_id IN ( SELECT submissions.id
   FROM submissions))));

create policy own on companies for select to public
  using ((id = ( SELECT app.viewer_company() AS viewer_company)));

create policy staff on companies for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on downloads for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = ANY (ARRAY['client'::text, 'staff'::text])) AND (project_id IN ( SELECT projects.id
   FROM projects))));

create policy staff on files for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy visible on files for select to public
  using (((state = 'ready'::file_state) AND (submission_id IN ( SELECT submissions.id
   FROM submissions))));

create policy anyone on form_submissions for insert to public
  with check (true);

create policy staff on form_submissions for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy staff on invitations for all to public
  using ((( SELECT app.is_staff() AS is_staff) AND ((role = 'client'::profile_role) OR ( SELECT app.is_admin() AS is_admin))));

create policy staff on mails for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on notification_settings for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = ANY (ARRAY['client'::text, 'staff'::text]))));

create policy own on notifications for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = ANY (ARRAY['client'::text, 'staff'::text])) AND ((submission_id IN ( SELECT submissions.id
   FROM submissions)) OR (share_link_id IN ( SELECT share_links.id
   FROM share_links)))));

create policy own on profiles for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (id = ( SELECT app.viewer_id() AS viewer_id))));

create policy staff on profiles for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy member on project_members for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (person_id = ( SELECT app.viewer_id() AS viewer_id))));

create policy staff on project_members for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy seen on projects for select to public
  using (((company_id = ( SELECT app.viewer_company() AS viewer_company)) OR (id IN ( SELECT app.joined_projects() AS joined_projects))));

create policy staff on projects for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy change_own on share_links for update to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy create_own on share_links for insert to public
  with check (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id)) AND (project_id IN ( SELECT app.seen_projects() AS seen_projects)) AND ((submission_id IS NULL) OR (submission_id IN ( SELECT submissions.id
   FROM submissions)))));

create policy delete_own on share_links for delete to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy opened on share_links for select to public
  using ((id = ( SELECT link.id
   FROM app.open_link() link(id, project_id, submission_id))));

create policy own on share_links for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy staff on share_links for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on share_views for select to public
  using ((share_link_id IN ( SELECT share_links.id
   FROM share_links
  WHERE (share_links.created_by = ( SELECT app.viewer_id() AS viewer_id)))));

create policy staff on share_views for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy published on submissions for select to public
  using (((status = 'published'::submission_status) AND (project_id IN ( SELECT app.seen_projects() AS seen_projects)) AND ((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) OR (( SELECT open_link.submission_id
   FROM app.open_link() open_link(id, project_id, submission_id)) IS NULL) OR (id = ( SELECT open_link.submission_id
   FROM app.open_link() open_link(id, project_id, submission_id))))));

create policy staff on submissions for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy staff on uploads for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy staff on viewpoints for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy visible on viewpoints for select to public
  using ((project_id IN ( SELECT app.seen_projects() AS seen_projects)));

-- Grants to overfly_app

grant usage on schema app to overfly_app;
grant usage on schema public to overfly_app;
grant insert, select on public.audit_log to overfly_app;
grant insert, select on public.clock_pauses to overfly_app;
grant delete, insert, select, update on public.companies to overfly_app;
grant delete, insert, select on public.downloads to overfly_app;
grant delete, insert, select, update on public.files to overfly_app;
grant delete, insert, select, update on public.form_submissions to overfly_app;
grant delete, insert, select, update on public.invitations to overfly_app;
grant insert, select, update on public.notification_settings to overfly_app;
grant select on public.notifications to overfly_app;
grant insert, select, update on public.profiles to overfly_app;
grant delete, insert, select, update on public.project_members to overfly_app;
grant delete, insert, select, update on public.projects to overfly_app;
grant delete, insert, select on public.share_links to overfly_app;
grant delete, insert, select, update on public.share_views to overfly_app;
grant delete, insert, select, update on public.submissions to overfly_app;
grant delete, insert, select, update on public.uploads to overfly_app;
grant delete, insert, select, update on public.viewpoints to overfly_app;
grant execute on function app.count_published_submissions() to overfly_app;
grant execute on function app.guard_staff_accounts() to overfly_app;
grant execute on function app.is_admin() to overfly_app;
grant execute on function app.is_admitted() to overfly_app;
grant execute on function app.is_staff() to overfly_app;
grant execute on function app.joined_projects() to overfly_app;
grant execute on function app.keep_last_of_role() to overfly_app;
grant execute on function app.open_link() to overfly_app;
grant execute on function app.seen_projects() to overfly_app;
grant execute on function app.tell_of_changed_sessions() to overfly_app;
grant execute on function app.tell_of_revocation() to overfly_app;
grant execute on function app.viewer_company() to overfly_app;
grant execute on function app.viewer_id() to overfly_app;
grant execute on function app.viewer_kind() to overfly_app;

-- Grants to overfly_app on columns

grant update (ended_at, ended_by) on clock_pauses to overfly_app;
grant update (token_hash, token_session_id, started_at, finished_at) on downloads to overfly_app;
grant select (id, kind, recipient, subject, state, attempts, last_error, next_attempt_at, created_at, sent_at) on mails to overfly_app;
grant update (mail, mailed_at, read_at) on notifications to overfly_app;
grant update (is_active, view_count, updated_at) on share_links to overfly_app;
