-- Generated from a migrated database: node scripts/generate-schema.ts. Do not edit.

-- Schemas

create schema app;
create schema auth;

-- Types

create type backup_task as enum ('make', 'verify');
create type content_type as enum ('article', 'news', 'project_update', 'weekly_update', '2d_map', 'gallery', 'milestone', 'inspection', 'video_update');
create type download_size as enum ('original', 'reduced');
create type download_state as enum ('making', 'ready', 'failed');
create type drive_direction as enum ('import', 'save');
create type drive_transfer_file_state as enum ('waiting', 'running', 'done', 'already-there', 'failed', 'cancelled');
create type drive_transfer_state as enum ('waiting', 'running', 'done', 'cancelled', 'stopped');
create type file_category as enum ('footage', 'photos', 'reports', 'documents', 'other');
create type file_kind as enum ('photo', 'video', 'raster', 'document', 'other');
create type file_state as enum ('processing', 'ready', 'failed');
create type lead_stage as enum ('new', 'call', 'first-flight', 'won', 'lost');
create type lens as enum ('wide', 'zoom', 'visible', 'thermal', 'panorama', 'screen', 'blue', 'green', 'red', 'red-edge', 'near-infrared', 'unknown');
create type mail_pace as enum ('off', 'at-once', 'weekly');
create type map_build_state as enum ('sending', 'building', 'fetching', 'done', 'failed', 'canceled');
create type map_provider as enum ('custom', 'maps_made_easy', 'dronedeploy', 'pix4d', 'sensrfly', 'skycatch', 'propeller');
create type not_aligned as enum ('no-picture', 'no-detail', 'no-match', 'unsure', 'turned', 'too-far');
create type notification_kind as enum ('week-published', 'link-expiring', 'files-failed', 'schedule-refused', 'link-viewed', 'webhook-disabled', 'disk-nearly-full', 'import-done', 'backup-failed', 'visit-changed', 'visit-requested', 'pin-assigned', 'pin-replied', 'pin-due', 'map-built');
create type photo_part as enum ('raw', 'band', 'tile', 'single');
create type photo_type as enum ('thermal', 'panorama');
create type pin_kind as enum ('note', 'question', 'todo', 'approval');
create type pin_state as enum ('open', 'answered', 'done');
create type profile_role as enum ('client', 'operator', 'admin', 'project_manager');
create type project_status as enum ('active', 'planning', 'completed', 'on_hold', 'cancelled');
create type raster_source as enum ('file', 'sidecar', 'staff');
create type raster_type as enum ('orthophoto', 'surface_model', 'terrain_model', 'thermal', 'multispectral');
create type report_state as enum ('making', 'ready', 'failed');
create type run_state as enum ('making', 'ready', 'failed');
create type share_part as enum ('week', 'photo', 'download');
create type storage_provider as enum ('storage', 'google_drive');
create type submission_status as enum ('draft', 'published', 'archived');
create type time_zone_source as enum ('exif', 'gps', 'site');
create type timelapse_state as enum ('making', 'ready', 'failed', 'cancelled');
create type units_choice as enum ('project', 'metric', 'us');
create type upload_state as enum ('receiving', 'received', 'stored', 'duplicate', 'refused');
create type value_unit as enum ('m', 'ft_us', 'celsius');
create type visit_status as enum ('requested', 'planned', 'canceled', 'weathered-out', 'declined');

-- Tables

create table auth.attempts (
  key text not null,
  points integer not null,
  expire bigint not null,
  constraint attempts_pkey PRIMARY KEY (key)
);

create table auth.drive_consents (
  state_hash text not null,
  session_id uuid not null,
  code_verifier text not null,
  redirect_url text not null,
  next_path text not null,
  expires_at timestamp with time zone not null,
  constraint drive_consents_pkey PRIMARY KEY (state_hash),
  constraint drive_consents_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

create table auth.drive_grants (
  kind text not null,
  email text not null,
  name text,
  scopes text[] not null,
  refresh_token text,
  access_token text,
  access_token_expires_at timestamp with time zone,
  refreshing_until timestamp with time zone,
  connected_at timestamp with time zone,
  connected_by uuid,
  last_used_at timestamp with time zone,
  expired_at timestamp with time zone,
  constraint drive_grants_pkey PRIMARY KEY (kind),
  constraint drive_grants_check CHECK (((kind = 'account'::text) = (refresh_token IS NOT NULL))),
  constraint drive_grants_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'service-account'::text]))),
  constraint drive_grants_connected_by_fkey FOREIGN KEY (connected_by) REFERENCES profiles(id) ON DELETE SET NULL
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

create table auth.provider_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint provider_accounts_pkey PRIMARY KEY (issuer, subject),
  constraint provider_accounts_user_id_issuer_key UNIQUE (user_id, issuer),
  constraint provider_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
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

create table auth.signing_keys (
  id text not null,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamp with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (id)
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

create table api_tokens (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  name text not null,
  token_hash text not null,
  prefix text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table audit_chain (
  "position" bigint not null,
  entry_id bigint not null,
  version smallint default 1 not null,
  hash text not null,
  constraint audit_chain_pkey PRIMARY KEY ("position"),
  constraint audit_chain_entry_id_key UNIQUE (entry_id),
  constraint audit_chain_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint audit_chain_position_check CHECK (("position" > 0))
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

create table backup_runs (
  id uuid default gen_random_uuid() not null,
  task backup_task not null,
  state run_state default 'making'::run_state not null,
  percent smallint default 0 not null,
  problem text,
  place text not null,
  name text,
  files integer,
  bytes bigint,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint backup_runs_pkey PRIMARY KEY (id),
  constraint backup_runs_check CHECK (((state = 'making'::run_state) = (ended_at IS NULL))),
  constraint backup_runs_percent_check CHECK (((percent >= 0) AND (percent <= 100)))
);

create table brand_images (
  hash text not null,
  content bytea not null,
  type text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null,
  created_by uuid,
  constraint brand_images_pkey PRIMARY KEY (hash),
  constraint brand_images_type_check CHECK ((type = ANY (ARRAY['png'::text, 'webp'::text]))),
  constraint brand_images_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL
);

create table chapters (
  file_id uuid not null,
  seconds double precision not null,
  name text not null,
  constraint chapters_pkey PRIMARY KEY (file_id, seconds),
  constraint chapters_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint chapters_seconds_check CHECK ((seconds >= (0)::double precision)),
  constraint chapters_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
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
  quota_bytes bigint,
  folded text generated always as (lower((((company_name || chr(10)) || company_code) COLLATE "und-x-icu"))) stored,
  former_codes text[] default '{}'::text[] not null,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  deleted_with uuid,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_company_code_key UNIQUE (company_code),
  constraint companies_active_has_access CHECK ((clients_have_access OR (NOT is_active))),
  constraint companies_company_code_check CHECK (((company_code = upper(company_code)) AND (company_code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'::text))),
  constraint companies_company_name_check CHECK (((length(company_name) >= 1) AND (length(company_name) <= 200))),
  constraint companies_deleted CHECK (((num_nonnulls(deleted_at, deleted_with) = ANY (ARRAY[0, 2])) AND ((deleted_by IS NULL) OR (deleted_at IS NOT NULL)))),
  constraint companies_quota_bytes_check CHECK ((quota_bytes > 0))
);

create table downloads (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  project_id uuid,
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
  state download_state,
  evidence_of_project boolean default false not null,
  percent smallint default 0 not null,
  problem text,
  company_id uuid,
  constraint downloads_pkey PRIMARY KEY (id),
  constraint downloads_token_hash_key UNIQUE (token_hash),
  constraint downloads_evidence_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint downloads_problem_check CHECK (((state IS DISTINCT FROM 'failed'::download_state) OR (problem IS NOT NULL))),
  constraint downloads_subject_check CHECK ((num_nonnulls(project_id, company_id) = 1)),
  constraint downloads_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint downloads_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint downloads_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint downloads_token_session_id_fkey FOREIGN KEY (token_session_id) REFERENCES auth.sessions(id) ON DELETE SET NULL
);

create table drive_transfer_files (
  id uuid default gen_random_uuid() not null,
  transfer_id uuid not null,
  "position" integer not null,
  drive_file_id text,
  resource_key text,
  name text not null,
  size_bytes bigint,
  done_bytes bigint default 0 not null,
  state drive_transfer_file_state default 'waiting'::drive_transfer_file_state not null,
  problem text,
  upload_id uuid,
  sealed_session text,
  file_id uuid,
  constraint drive_transfer_files_pkey PRIMARY KEY (id),
  constraint drive_transfer_files_transfer_id_drive_file_id_key UNIQUE (transfer_id, drive_file_id),
  constraint drive_transfer_files_problem CHECK (((state = 'failed'::drive_transfer_file_state) = (problem IS NOT NULL))),
  constraint drive_transfer_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL,
  constraint drive_transfer_files_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES drive_transfers(id) ON DELETE CASCADE,
  constraint drive_transfer_files_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE SET NULL
);

create table drive_transfers (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  direction drive_direction not null,
  folder_id text,
  folder_name text,
  folder_url text,
  with_subfolders boolean default false not null,
  parent_id text,
  state drive_transfer_state default 'waiting'::drive_transfer_state not null,
  problem text,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  run_id uuid,
  constraint drive_transfers_pkey PRIMARY KEY (id),
  constraint drive_transfers_folder CHECK ((((folder_id IS NULL) = (folder_name IS NULL)) AND ((folder_id IS NULL) = (folder_url IS NULL)))),
  constraint drive_transfers_problem CHECK (((state = 'stopped'::drive_transfer_state) = (problem IS NOT NULL))),
  constraint drive_transfers_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint drive_transfers_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table engines (
  id uuid default gen_random_uuid() not null,
  name text not null,
  url text not null,
  token text,
  created_at timestamp with time zone default now() not null,
  constraint engines_pkey PRIMARY KEY (id)
);

create table file_figures (
  id bigint generated always as identity not null,
  media text not null,
  files bigint not null,
  bytes bigint not null,
  constraint file_figures_pkey PRIMARY KEY (id)
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
  progress smallint,
  photo_type photo_type,
  poster_seconds double precision,
  poster_choice integer default 0 not null,
  poster_version integer default 0 not null,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  deleted_with uuid,
  lens lens,
  focal_length double precision,
  equivalent_focal_length double precision,
  header_time timestamp with time zone,
  is_place_confirmed boolean default false not null,
  is_for_clients boolean default true not null,
  cover_chosen_at timestamp with time zone,
  part photo_part,
  raw_of uuid,
  is_viewpoint_pending boolean default false not null,
  aircraft_model text,
  aircraft_serial text,
  camera_serial text,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_file_path_key UNIQUE (file_path),
  constraint files_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint files_deleted CHECK (((num_nonnulls(deleted_at, deleted_with) = ANY (ARRAY[0, 2])) AND ((deleted_by IS NULL) OR (deleted_at IS NOT NULL)))),
  constraint files_failed_has_error CHECK (((state <> 'failed'::file_state) OR (error_message IS NOT NULL))),
  constraint files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  constraint files_file_size_check CHECK ((file_size > 0)),
  constraint files_part_is_no_photo CHECK (((part IS NULL) OR (part = 'single'::photo_part) OR (kind = 'other'::file_kind))),
  constraint files_picture_check CHECK ((((picture_size IS NULL) = (picture_crc32 IS NULL)) AND (picture_size > 0) AND ((picture_crc32 >= 0) AND (picture_crc32 <= '4294967295'::bigint)))),
  constraint files_poster_seconds_check CHECK ((poster_seconds >= (0)::double precision)),
  constraint files_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint files_raw_of_part CHECK (((raw_of IS NULL) OR (part = 'raw'::photo_part))),
  constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_submission_has_project CHECK (((submission_id IS NULL) OR (project_id IS NOT NULL))),
  constraint files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE SET NULL,
  constraint files_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint files_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint files_raw_of_fkey FOREIGN KEY (raw_of) REFERENCES files(id) ON DELETE SET NULL,
  constraint files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE,
  constraint files_viewpoint_id_fkey FOREIGN KEY (viewpoint_id) REFERENCES viewpoints(id) ON DELETE SET NULL
);

create table flight_records (
  submission_id uuid not null,
  pilot_name text,
  certificate text,
  aircraft text,
  airspace_class text,
  airspace_ceiling integer,
  authorization_number text,
  weather text,
  metar text,
  notes text,
  updated_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  look_up_at timestamp with time zone default now(),
  constraint flight_records_pkey PRIMARY KEY (submission_id),
  constraint flight_records_aircraft_check CHECK ((length(aircraft) <= 200)),
  constraint flight_records_airspace_ceiling_check CHECK ((airspace_ceiling >= 0)),
  constraint flight_records_airspace_class_check CHECK ((airspace_class = ANY (ARRAY['B'::text, 'C'::text, 'D'::text, 'E'::text, 'G'::text]))),
  constraint flight_records_authorization_number_check CHECK ((length(authorization_number) <= 200)),
  constraint flight_records_certificate_check CHECK ((length(certificate) <= 50)),
  constraint flight_records_metar_check CHECK ((length(metar) <= 500)),
  constraint flight_records_notes_check CHECK ((length(notes) <= 2000)),
  constraint flight_records_pilot_name_check CHECK ((length(pilot_name) <= 200)),
  constraint flight_records_weather_check CHECK ((length(weather) <= 500)),
  constraint flight_records_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
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
  folded text generated always as (lower((((((((((name || chr(10)) || email) || chr(10)) || COALESCE(phone, ''::text)) || chr(10)) || COALESCE(company, ''::text)) || chr(10)) || message) COLLATE "und-x-icu"))) stored,
  stage lead_stage default 'new'::lead_stage not null,
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
  picture_ids uuid[] default '{}'::uuid[] not null,
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

create table map_build_photos (
  build_id uuid not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  is_sent boolean default false not null,
  constraint map_build_photos_pkey PRIMARY KEY (build_id, name),
  constraint map_build_photos_build_id_fkey FOREIGN KEY (build_id) REFERENCES map_builds(id) ON DELETE CASCADE
);

create table map_builds (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  engine_id uuid not null,
  engine_name text not null,
  engine_version text,
  preset text not null,
  options jsonb not null,
  state map_build_state default 'sending'::map_build_state not null,
  task_id uuid default gen_random_uuid() not null,
  restarts integer default 0 not null,
  progress real,
  last_line text,
  problem text,
  unreachable_since timestamp with time zone,
  unknown_since timestamp with time zone,
  run_id uuid,
  run_until timestamp with time zone,
  results jsonb default '[]'::jsonb not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  fetches integer default 0 not null,
  constraint map_builds_pkey PRIMARY KEY (id),
  constraint map_builds_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint map_builds_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table measurements (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  title text not null,
  measure jsonb not null,
  result jsonb not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint measurements_pkey PRIMARY KEY (id),
  constraint measurements_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100))),
  constraint measurements_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint measurements_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
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
  in_app boolean not null,
  mail mail_pace not null,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  webhook_id uuid,
  visit_id uuid,
  pin_id uuid,
  subject_id uuid generated always as (COALESCE(submission_id, share_link_id, webhook_id, visit_id, pin_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored not null,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_once UNIQUE (person_id, kind, subject_id),
  constraint notifications_check CHECK ((num_nonnulls(submission_id, share_link_id, webhook_id, visit_id, pin_id) <= 1)),
  constraint notifications_check1 CHECK (((mailed_at IS NULL) OR (mail = 'off'::mail_pace))),
  constraint notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notifications_pin_id_fkey FOREIGN KEY (pin_id) REFERENCES pins(id) ON DELETE CASCADE,
  constraint notifications_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_links(id) ON DELETE CASCADE,
  constraint notifications_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE,
  constraint notifications_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits(id) ON DELETE CASCADE,
  constraint notifications_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

create table pin_replies (
  id uuid not null,
  pin_id uuid not null,
  text text not null,
  state pin_state,
  picture bytea,
  created_by uuid,
  guest_email text,
  created_at timestamp with time zone default now() not null,
  constraint pin_replies_pkey PRIMARY KEY (id),
  constraint pin_replies_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint pin_replies_pin_id_fkey FOREIGN KEY (pin_id) REFERENCES pins(id) ON DELETE CASCADE
);

create table pins (
  id uuid not null,
  file_id uuid,
  submission_id uuid not null,
  x double precision,
  y double precision,
  seconds double precision,
  longitude double precision,
  latitude double precision,
  kind pin_kind not null,
  text text not null,
  drawing jsonb default '[]'::jsonb not null,
  state pin_state default 'open'::pin_state not null,
  state_at timestamp with time zone,
  state_by uuid,
  is_internal boolean default false not null,
  created_by uuid,
  assignee_id uuid,
  due_on date,
  guest_email text,
  guest_key text,
  guest_expires_at timestamp with time zone,
  guest_views integer default 0 not null,
  reminded_on date,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  deleted_with uuid,
  constraint pins_pkey PRIMARY KEY (id),
  constraint pins_check CHECK ((((file_id IS NULL) = (x IS NULL)) AND ((x IS NULL) = (y IS NULL)))),
  constraint pins_check1 CHECK ((((longitude IS NULL) = (latitude IS NULL)) AND ((file_id IS NULL) OR (longitude IS NULL)))),
  constraint pins_check2 CHECK (((kind <> 'approval'::pin_kind) OR ((file_id IS NULL) AND (longitude IS NULL)))),
  constraint pins_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint pins_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint pins_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint pins_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint pins_file_id_submission_id_fkey FOREIGN KEY (file_id, submission_id) REFERENCES files(id, submission_id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint pins_state_by_fkey FOREIGN KEY (state_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint pins_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
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
  listed_as text generated always as (COALESCE(NULLIF(btrim(((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text))), ''::text), email)) stored,
  folded text generated always as (lower(((((((COALESCE((first_name || ' '::text), ''::text) || COALESCE(last_name, ''::text)) || chr(10)) || email) || chr(10)) || COALESCE(phone, ''::text)) COLLATE "und-x-icu"))) stored,
  units units_choice default 'project'::units_choice not null,
  certificate text,
  calendar_key uuid,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_email_key UNIQUE (email),
  constraint profiles_certificate_check CHECK ((length(certificate) <= 50)),
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
  deleted_at timestamp with time zone,
  deleted_by uuid,
  deleted_with uuid,
  draft_count integer default 0 not null,
  archived_count integer default 0 not null,
  folded_name text generated always as (lower((name COLLATE "und-x-icu"))) stored,
  folded_address text generated always as (lower((address COLLATE "und-x-icu"))) stored,
  shows_flight_records boolean default false not null,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_coordinates_together CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint projects_dates_in_order CHECK ((estimated_completion_date >= start_date)),
  constraint projects_deleted CHECK (((num_nonnulls(deleted_at, deleted_with) = ANY (ARRAY[0, 2])) AND ((deleted_by IS NULL) OR (deleted_at IS NOT NULL)))),
  constraint projects_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint projects_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint projects_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint projects_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE RESTRICT,
  constraint projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint projects_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint projects_project_manager_id_fkey FOREIGN KEY (project_manager_id) REFERENCES profiles(id) ON DELETE SET NULL
);

create table rasters (
  file_id uuid not null,
  raster_type raster_type not null,
  type_source raster_source default 'file'::raster_source not null,
  width integer not null,
  height integer not null,
  level_sizes integer[] not null,
  has_mask boolean not null,
  value_floor double precision,
  unit value_unit,
  epsg integer,
  proj4 text,
  crs_source raster_source,
  affine double precision[],
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  min_zoom smallint,
  max_zoom smallint,
  minimum double precision,
  maximum double precision,
  low double precision,
  high double precision,
  ground_sample_distance double precision,
  area double precision,
  coverage double precision,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  bands smallint default 1 not null,
  valid_share double precision default 1 not null,
  vertical_unit integer,
  unplaced_reason text,
  uncertainty integer,
  placed_with smallint default 0 not null,
  constraint rasters_pkey PRIMARY KEY (file_id),
  constraint rasters_affine_check CHECK ((array_length(affine, 1) = 6)),
  constraint rasters_bands_check CHECK ((bands > 0)),
  constraint rasters_height_check CHECK ((height > 0)),
  constraint rasters_placed_or_not CHECK ((((proj4 IS NULL) = (west IS NULL)) AND ((proj4 IS NULL) OR (affine IS NOT NULL)))),
  constraint rasters_uncertainty_check CHECK ((uncertainty > 0)),
  constraint rasters_valid_share_check CHECK (((valid_share >= (0)::double precision) AND (valid_share <= (1)::double precision))),
  constraint rasters_width_check CHECK ((width > 0)),
  constraint rasters_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
);

create table registrations (
  file_id uuid not null,
  reference_id uuid not null,
  via_id uuid,
  matrix double precision[],
  reason not_aligned,
  parallax real default 0 not null,
  strength real default 0 not null,
  created_at timestamp with time zone not null,
  constraint registrations_pkey PRIMARY KEY (file_id, reference_id),
  constraint registrations_matrix_or_reason CHECK (((matrix IS NULL) <> (reason IS NULL))),
  constraint registrations_nine_numbers CHECK ((array_length(matrix, 1) = 9)),
  constraint registrations_of_two CHECK ((file_id <> reference_id)),
  constraint registrations_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint registrations_reference_id_fkey FOREIGN KEY (reference_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint registrations_via_id_fkey FOREIGN KEY (via_id) REFERENCES files(id) ON DELETE SET NULL
);

create table reports (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  content_key text not null,
  content jsonb not null,
  file_name text not null,
  state report_state default 'making'::report_state not null,
  percent integer default 0 not null,
  file_size bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_submission_id_content_key_key UNIQUE (submission_id, content_key),
  constraint reports_check CHECK (((state = 'ready'::report_state) = (file_size IS NOT NULL))),
  constraint reports_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint reports_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table sample_rows (
  id uuid not null,
  constraint sample_rows_pkey PRIMARY KEY (id)
);

create table settings (
  name text not null,
  value text not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  constraint settings_pkey PRIMARY KEY (name),
  constraint settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES profiles(id) ON DELETE SET NULL
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
  show_maps boolean default true not null,
  show_positions boolean default false not null,
  embed_sites text[] default '{}'::text[] not null,
  show_photos boolean default true not null,
  show_videos boolean default true not null,
  show_documents boolean default true not null,
  submission_ids uuid[],
  show_timelapses boolean default false not null,
  folded text generated always as (lower((((COALESCE(title, ''::text) || chr(10)) || COALESCE(description, ''::text)) COLLATE "und-x-icu"))) stored,
  show_pins boolean default false not null,
  constraint share_links_pkey PRIMARY KEY (id),
  constraint share_links_token_hash_key UNIQUE (token_hash),
  constraint share_links_weeks CHECK (((submission_ids IS NULL) OR ((submission_id IS NULL) AND (cardinality(submission_ids) > 0)))),
  constraint share_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint share_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint share_links_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table share_looks (
  id uuid default gen_random_uuid() not null,
  share_link_id uuid not null,
  part share_part not null,
  subject_id uuid not null,
  visitor_hash text,
  half_hour timestamp with time zone not null,
  constraint share_looks_pkey PRIMARY KEY (id),
  constraint share_looks_once UNIQUE (share_link_id, part, subject_id, visitor_hash, half_hour),
  constraint share_looks_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_links(id) ON DELETE CASCADE
);

create table share_views (
  id uuid default gen_random_uuid() not null,
  share_link_id uuid not null,
  visitor_hash text,
  half_hour timestamp with time zone not null,
  viewed_at timestamp with time zone default now() not null,
  referrer_site text,
  constraint share_views_pkey PRIMARY KEY (id),
  constraint share_views_once UNIQUE (share_link_id, visitor_hash, half_hour),
  constraint share_views_share_link_id_fkey FOREIGN KEY (share_link_id) REFERENCES share_links(id) ON DELETE CASCADE
);

create table submissions (
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  title text not null,
  content_type content_type not null,
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
  is_date_proposed boolean default false not null,
  updated_by uuid,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  deleted_with uuid,
  constraint submissions_pkey PRIMARY KEY (id),
  constraint submissions_deleted CHECK (((num_nonnulls(deleted_at, deleted_with) = ANY (ARRAY[0, 2])) AND ((deleted_by IS NULL) OR (deleted_at IS NOT NULL)))),
  constraint submissions_published_has_time CHECK (((status <> 'published'::submission_status) OR (published_at IS NOT NULL))),
  constraint submissions_scheduled_is_draft CHECK (((publish_at IS NULL) OR (status = 'draft'::submission_status))),
  constraint submissions_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint submissions_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint submissions_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint submissions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint submissions_scheduled_by_fkey FOREIGN KEY (scheduled_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint submissions_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES profiles(id) ON DELETE SET NULL
);

create table timelapses (
  id uuid default gen_random_uuid() not null,
  viewpoint_id uuid not null,
  content_key text not null,
  content jsonb not null,
  file_name text not null,
  state timelapse_state default 'making'::timelapse_state not null,
  percent integer default 0 not null,
  parts integer default 0 not null,
  file_size bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint timelapses_pkey PRIMARY KEY (id),
  constraint timelapses_viewpoint_id_content_key_key UNIQUE (viewpoint_id, content_key),
  constraint timelapses_check CHECK (((state = 'ready'::timelapse_state) = (file_size IS NOT NULL))),
  constraint timelapses_parts_check CHECK ((parts >= 0)),
  constraint timelapses_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint timelapses_viewpoint_id_fkey FOREIGN KEY (viewpoint_id) REFERENCES viewpoints(id) ON DELETE CASCADE
);

create table uploads (
  id uuid default gen_random_uuid() not null,
  submission_id uuid,
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
  company_id uuid,
  category file_category,
  description text,
  recorded_date date,
  md5 text,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  constraint uploads_file_size_check CHECK ((file_size >= 0)),
  constraint uploads_md5_check CHECK ((md5 ~ '^[0-9a-f]{32}$'::text)),
  constraint uploads_refused_has_error CHECK (((state <> 'refused'::upload_state) OR (error_message IS NOT NULL))),
  constraint uploads_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint uploads_standalone_check CHECK (
CASE
    WHEN (submission_id IS NULL) THEN (category IS NOT NULL)
    ELSE (num_nonnulls(company_id, category, description, recorded_date) = 0)
END),
  constraint uploads_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint uploads_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint uploads_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES files(id) ON DELETE SET NULL,
  constraint uploads_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);

create table viewpoint_poses (
  id uuid default gen_random_uuid() not null,
  viewpoint_id uuid not null,
  latitude double precision not null,
  longitude double precision not null,
  relative_altitude double precision,
  gimbal_yaw double precision,
  gimbal_pitch double precision,
  created_at timestamp with time zone default now() not null,
  lens lens,
  focal_length double precision,
  equivalent_focal_length double precision,
  constraint viewpoint_poses_pkey PRIMARY KEY (id),
  constraint viewpoint_poses_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint viewpoint_poses_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint viewpoint_poses_viewpoint_id_fkey FOREIGN KEY (viewpoint_id) REFERENCES viewpoints(id) ON DELETE CASCADE
);

create table viewpoint_subscriptions (
  person_id uuid not null,
  viewpoint_id uuid not null,
  weekday smallint not null,
  handled_on date not null,
  shown_until timestamp with time zone not null,
  constraint viewpoint_subscriptions_pkey PRIMARY KEY (person_id, viewpoint_id),
  constraint viewpoint_subscriptions_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6))),
  constraint viewpoint_subscriptions_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint viewpoint_subscriptions_viewpoint_id_fkey FOREIGN KEY (viewpoint_id) REFERENCES viewpoints(id) ON DELETE CASCADE
);

create table viewpoints (
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  name text not null,
  sort_order integer default 0 not null,
  latitude double precision,
  longitude double precision,
  relative_altitude double precision,
  gimbal_yaw double precision,
  gimbal_pitch double precision,
  created_at timestamp with time zone default now() not null,
  reference_id uuid,
  is_reference_chosen boolean default false not null,
  is_hidden boolean default false not null,
  is_tended boolean default false not null,
  lens lens,
  focal_length double precision,
  equivalent_focal_length double precision,
  constraint viewpoints_pkey PRIMARY KEY (id),
  constraint viewpoints_name_key UNIQUE (project_id, name),
  constraint viewpoints_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint viewpoints_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint viewpoints_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint viewpoints_place CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint viewpoints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint viewpoints_reference_id_fkey FOREIGN KEY (reference_id) REFERENCES files(id) ON DELETE SET NULL
);

create table visit_plans (
  project_id uuid not null,
  rule jsonb,
  "time" text not null,
  starts_on date not null,
  pilot_id uuid,
  contents text[] not null,
  is_for_clients boolean not null,
  paused_since timestamp with time zone,
  pause_reason text,
  filled_at timestamp with time zone,
  constraint visit_plans_pkey PRIMARY KEY (project_id),
  constraint visit_plans_check CHECK (((paused_since IS NULL) = (pause_reason IS NULL))),
  constraint visit_plans_time_check CHECK (("time" ~ '^\d\d:\d\d$'::text)),
  constraint visit_plans_pilot_id_fkey FOREIGN KEY (pilot_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint visit_plans_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

create table visits (
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  plan_day date,
  due_at timestamp with time zone not null,
  moved_from timestamp with time zone,
  status visit_status not null,
  is_changed boolean default false not null,
  reason text,
  pilot_id uuid,
  contents text[] not null,
  submission_id uuid,
  requested_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint visits_pkey PRIMARY KEY (id),
  constraint visits_project_id_plan_day_key UNIQUE (project_id, plan_day),
  constraint visits_submission_id_key UNIQUE (submission_id),
  constraint visits_pilot_id_fkey FOREIGN KEY (pilot_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint visits_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  constraint visits_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint visits_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE SET NULL
);

create table webhook_deliveries (
  id uuid default gen_random_uuid() not null,
  number bigint generated always as identity not null,
  webhook_id uuid not null,
  event text not null,
  body text not null,
  state text default 'queued'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_number_key UNIQUE (number),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

create table webhook_tries (
  id bigint generated always as identity not null,
  delivery_id uuid not null,
  tried_at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  response text default ''::text not null,
  error text,
  constraint webhook_tries_pkey PRIMARY KEY (id),
  constraint webhook_tries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE
);

create table webhooks (
  id uuid default gen_random_uuid() not null,
  name text not null,
  url text not null,
  events text[] not null,
  secret text not null,
  previous_until timestamp with time zone,
  is_active boolean default true not null,
  disabled_because text,
  failing_since timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  previous_secrets text[] default '{}'::text[] not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_check CHECK (((NOT is_active) OR (disabled_because IS NULL))),
  constraint webhooks_disabled_because_check CHECK ((disabled_because = ANY (ARRAY['gone'::text, 'failing'::text, 'restored'::text]))),
  constraint webhooks_previous CHECK (((previous_secrets = '{}'::text[]) = (previous_until IS NULL))),
  constraint webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL
);

-- Indexes

CREATE INDEX attempts_expire ON auth.attempts USING btree (expire);
CREATE INDEX drive_consents_session ON auth.drive_consents USING btree (session_id);
CREATE INDEX one_time_tokens_expires ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_user ON auth.one_time_tokens USING btree (user_id, purpose);
CREATE INDEX rotated_tokens_not_superseded ON auth.rotated_tokens USING btree (session_id) WHERE (superseded_at IS NULL);
CREATE INDEX rotated_tokens_session ON auth.rotated_tokens USING btree (session_id);
CREATE INDEX sessions_expires ON auth.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON auth.sessions USING btree (user_id);
CREATE INDEX api_tokens_person ON public.api_tokens USING btree (person_id, created_at);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_type, subject_id, id DESC);
CREATE INDEX backup_runs_created ON public.backup_runs USING btree (created_at DESC, id);
CREATE UNIQUE INDEX backup_runs_one_at_a_time ON public.backup_runs USING btree ((true)) WHERE (state = 'making'::run_state);
CREATE INDEX clock_pauses_ended_by ON public.clock_pauses USING btree (ended_by);
CREATE UNIQUE INDEX clock_pauses_one_at_a_time ON public.clock_pauses USING btree (submission_id) WHERE (ended_at IS NULL);
CREATE INDEX clock_pauses_started_by ON public.clock_pauses USING btree (started_by);
CREATE INDEX clock_pauses_submission ON public.clock_pauses USING btree (submission_id, started_at);
CREATE INDEX companies_created ON public.companies USING btree (created_at DESC, id DESC);
CREATE INDEX companies_text ON public.companies USING gin (lower((company_name COLLATE "und-x-icu")) extensions.gin_trgm_ops);
CREATE INDEX downloads_company ON public.downloads USING btree (company_id);
CREATE INDEX downloads_expires ON public.downloads USING btree (expires_at);
CREATE INDEX downloads_person_created ON public.downloads USING btree (person_id, created_at DESC, id);
CREATE INDEX downloads_project ON public.downloads USING btree (project_id);
CREATE INDEX downloads_token_session ON public.downloads USING btree (token_session_id);
CREATE INDEX drive_transfer_files_file ON public.drive_transfer_files USING btree (file_id);
CREATE INDEX drive_transfer_files_state ON public.drive_transfer_files USING btree (transfer_id, state, "position");
CREATE INDEX drive_transfer_files_upload ON public.drive_transfer_files USING btree (upload_id);
CREATE INDEX drive_transfers_created_by ON public.drive_transfers USING btree (created_by);
CREATE INDEX drive_transfers_open ON public.drive_transfers USING btree (id) WHERE (state = ANY (ARRAY['waiting'::drive_transfer_state, 'running'::drive_transfer_state]));
CREATE INDEX drive_transfers_submission ON public.drive_transfers USING btree (submission_id, created_at DESC, id);
CREATE INDEX files_by_day ON public.files USING btree (COALESCE(recorded_date, (captured_local)::date), created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_by_latest_day ON public.files USING btree (COALESCE(recorded_date, (captured_local)::date) DESC NULLS LAST, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX files_by_name ON public.files USING btree (file_name COLLATE "und-x-icu", created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_by_size ON public.files USING btree (file_size, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_by_type ON public.files USING btree (file_type, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_captured ON public.files USING btree (submission_id, captured_at) WHERE (deleted_at IS NULL);
CREATE INDEX files_company ON public.files USING btree (company_id) INCLUDE (file_size);
CREATE UNIQUE INDEX files_company_sha256_key ON public.files USING btree (company_id, sha256) WHERE ((project_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX files_created ON public.files USING btree (created_at DESC, id DESC);
CREATE INDEX files_created_by ON public.files USING btree (created_by);
CREATE INDEX files_deleted_by ON public.files USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);
CREATE INDEX files_deleted_with ON public.files USING btree (deleted_with) WHERE (deleted_with IS NOT NULL);
CREATE INDEX files_failed ON public.files USING btree (created_at) WHERE (state = 'failed'::file_state);
CREATE UNIQUE INDEX files_id_submission ON public.files USING btree (id, submission_id);
CREATE INDEX files_kept_maps ON public.files USING btree (id) WHERE ((kind = 'raster'::file_kind) AND (NOT is_for_clients));
CREATE INDEX files_poster_pending ON public.files USING btree (id) WHERE (poster_version < poster_choice);
CREATE UNIQUE INDEX files_project_sha256_key ON public.files USING btree (project_id, sha256) WHERE ((project_id IS NOT NULL) AND ((kind <> 'other'::file_kind) OR (part IS NOT NULL)) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX files_raw_of_key ON public.files USING btree (raw_of) WHERE ((raw_of IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX files_submission_sort ON public.files USING btree (submission_id, sort_order, id);
CREATE INDEX files_text ON public.files USING gin (lower((((file_name || chr(10)) || COALESCE(description, ''::text)) COLLATE "und-x-icu")) extensions.gin_trgm_ops);
CREATE INDEX files_unfinished ON public.files USING btree (updated_at) WHERE (state = 'processing'::file_state);
CREATE INDEX files_viewpoint ON public.files USING btree (viewpoint_id, captured_at);
CREATE INDEX files_viewpoint_pending ON public.files USING btree (submission_id) WHERE is_viewpoint_pending;
CREATE INDEX files_without_lens ON public.files USING btree (id) WHERE ((lens IS NULL) AND (kind = 'photo'::file_kind) AND (state = 'ready'::file_state));
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
CREATE INDEX map_builds_created_by ON public.map_builds USING btree (created_by);
CREATE UNIQUE INDEX map_builds_one_active ON public.map_builds USING btree (submission_id) WHERE (finished_at IS NULL);
CREATE INDEX map_builds_submission ON public.map_builds USING btree (submission_id, created_at);
CREATE INDEX measurements_created_by ON public.measurements USING btree (created_by);
CREATE INDEX measurements_submission ON public.measurements USING btree (submission_id, created_at, id);
CREATE INDEX notifications_created ON public.notifications USING btree (created_at);
CREATE INDEX notifications_person_created ON public.notifications USING btree (person_id, created_at DESC, id);
CREATE INDEX notifications_pin ON public.notifications USING btree (pin_id);
CREATE INDEX notifications_share_link ON public.notifications USING btree (share_link_id);
CREATE INDEX notifications_submission ON public.notifications USING btree (submission_id);
CREATE INDEX notifications_to_mail ON public.notifications USING btree (person_id) WHERE ((mail <> 'off'::mail_pace) AND (read_at IS NULL));
CREATE INDEX notifications_visit ON public.notifications USING btree (visit_id);
CREATE INDEX notifications_webhook ON public.notifications USING btree (webhook_id);
CREATE INDEX pin_replies_created_by ON public.pin_replies USING btree (created_by);
CREATE INDEX pin_replies_pin ON public.pin_replies USING btree (pin_id, created_at);
CREATE INDEX pins_assignee ON public.pins USING btree (assignee_id);
CREATE INDEX pins_created_by ON public.pins USING btree (created_by);
CREATE INDEX pins_deleted_by ON public.pins USING btree (deleted_by);
CREATE INDEX pins_deleted_with ON public.pins USING btree (deleted_with) WHERE (deleted_with IS NOT NULL);
CREATE INDEX pins_due ON public.pins USING btree (due_on);
CREATE INDEX pins_file ON public.pins USING btree (file_id);
CREATE UNIQUE INDEX pins_one_approval ON public.pins USING btree (submission_id) WHERE ((kind = 'approval'::pin_kind) AND (deleted_at IS NULL));
CREATE INDEX pins_state_by ON public.pins USING btree (state_by);
CREATE INDEX pins_submission ON public.pins USING btree (submission_id);
CREATE INDEX profiles_company ON public.profiles USING btree (company_id);
CREATE INDEX profiles_created ON public.profiles USING btree (created_at, id);
CREATE INDEX profiles_listed ON public.profiles USING btree (listed_as COLLATE "und-x-icu", created_at, id);
CREATE INDEX profiles_staff ON public.profiles USING btree (id) WHERE (role <> 'client'::profile_role);
CREATE INDEX project_members_person ON public.project_members USING btree (person_id);
CREATE INDEX projects_by_name ON public.projects USING btree (lower(name), created_at DESC, id DESC);
CREATE INDEX projects_company_created ON public.projects USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX projects_created ON public.projects USING btree (created_at DESC, id DESC);
CREATE INDEX projects_created_by ON public.projects USING btree (created_by);
CREATE INDEX projects_deleted_by ON public.projects USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);
CREATE INDEX projects_deleted_with ON public.projects USING btree (deleted_with) WHERE (deleted_with IS NOT NULL);
CREATE INDEX projects_manager ON public.projects USING btree (project_manager_id);
CREATE INDEX projects_text ON public.projects USING gin (lower((name COLLATE "und-x-icu")) extensions.gin_trgm_ops);
CREATE INDEX registrations_reference ON public.registrations USING btree (reference_id);
CREATE INDEX registrations_via ON public.registrations USING btree (via_id);
CREATE INDEX reports_created ON public.reports USING btree (created_at);
CREATE INDEX share_links_created ON public.share_links USING btree (created_at DESC, id DESC);
CREATE INDEX share_links_created_by ON public.share_links USING btree (created_by, created_at DESC, id DESC);
CREATE INDEX share_links_expires ON public.share_links USING btree (expires_at) WHERE is_active;
CREATE INDEX share_links_project ON public.share_links USING btree (project_id);
CREATE INDEX share_links_submission ON public.share_links USING btree (submission_id);
CREATE INDEX share_looks_known ON public.share_looks USING btree (half_hour) WHERE (visitor_hash IS NOT NULL);
CREATE INDEX share_views_known ON public.share_views USING btree (half_hour) WHERE (visitor_hash IS NOT NULL);
CREATE INDEX share_views_link_viewed ON public.share_views USING btree (share_link_id, viewed_at DESC);
CREATE INDEX submissions_counted ON public.submissions USING btree (project_id, status) WHERE (deleted_at IS NULL);
CREATE INDEX submissions_created ON public.submissions USING btree (created_at DESC, id DESC);
CREATE INDEX submissions_created_by ON public.submissions USING btree (created_by);
CREATE INDEX submissions_deleted_by ON public.submissions USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);
CREATE INDEX submissions_deleted_with ON public.submissions USING btree (deleted_with) WHERE (deleted_with IS NOT NULL);
CREATE INDEX submissions_drafts ON public.submissions USING btree (created_at) WHERE (status = 'draft'::submission_status);
CREATE INDEX submissions_first_published ON public.submissions USING btree (first_published_at DESC) WHERE (first_published_at IS NOT NULL);
CREATE INDEX submissions_project_created ON public.submissions USING btree (project_id, created_at DESC, id DESC);
CREATE INDEX submissions_publish_at ON public.submissions USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX submissions_published ON public.submissions USING btree (published_at DESC, id DESC) WHERE (status = 'published'::submission_status);
CREATE INDEX submissions_scheduled_by ON public.submissions USING btree (scheduled_by);
CREATE INDEX submissions_text ON public.submissions USING gin (lower((title COLLATE "und-x-icu")) extensions.gin_trgm_ops);
CREATE INDEX submissions_updated_by ON public.submissions USING btree (updated_by);
CREATE INDEX timelapses_created ON public.timelapses USING btree (created_at);
CREATE INDEX uploads_company ON public.uploads USING btree (company_id);
CREATE INDEX uploads_created_by ON public.uploads USING btree (created_by);
CREATE INDEX uploads_duplicate_of ON public.uploads USING btree (duplicate_of);
CREATE INDEX uploads_submission_created ON public.uploads USING btree (submission_id, created_at, id);
CREATE INDEX uploads_unfinished ON public.uploads USING btree (updated_at) WHERE (state = ANY (ARRAY['receiving'::upload_state, 'received'::upload_state]));
CREATE INDEX viewpoint_poses_viewpoint ON public.viewpoint_poses USING btree (viewpoint_id);
CREATE INDEX viewpoint_subscriptions_viewpoint ON public.viewpoint_subscriptions USING btree (viewpoint_id);
CREATE INDEX viewpoints_project_sort ON public.viewpoints USING btree (project_id, sort_order, id);
CREATE INDEX viewpoints_reference ON public.viewpoints USING btree (reference_id);
CREATE INDEX viewpoints_without_lens ON public.viewpoints USING btree (id) WHERE (lens IS NULL);
CREATE INDEX visit_plans_filled ON public.visit_plans USING btree (filled_at);
CREATE INDEX visit_plans_pilot ON public.visit_plans USING btree (pilot_id);
CREATE INDEX visits_added ON public.visits USING btree (due_at) WHERE (plan_day IS NULL);
CREATE INDEX visits_due ON public.visits USING btree (due_at);
CREATE INDEX visits_pilot ON public.visits USING btree (pilot_id);
CREATE INDEX visits_project_due ON public.visits USING btree (project_id, due_at);
CREATE INDEX visits_requested_by ON public.visits USING btree (requested_by);
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_try_at) WHERE (state = 'queued'::text);
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, number DESC);
CREATE INDEX webhook_tries_delivery ON public.webhook_tries USING btree (delivery_id, id);

-- Functions

CREATE OR REPLACE FUNCTION app.audit_hash(previous text, entry audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select app.sha256_hex(previous || app.sha256_hex(app.audit_text(entry))) $function$;

CREATE OR REPLACE FUNCTION app.audit_text(entry audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET "TimeZone" TO 'UTC'
AS $function$
  select jsonb_object_agg(key, value)::text from jsonb_each(to_jsonb(entry)) where value <> 'null'
$function$;

CREATE OR REPLACE FUNCTION app.chain_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION app.count_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into file_figures (media, files, bytes)
      values (split_part(old.file_type, '/', 1), -1, -old.file_size);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into file_figures (media, files, bytes)
      values (split_part(new.file_type, '/', 1), 1, new.file_size);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.count_submissions()
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
  set submission_count = counted.published, last_published_at = counted.latest,
    draft_count = counted.drafts, archived_count = counted.archived
  from (
    select c.project_id, max(s.published_at) filter (where s.status = 'published') as latest,
      count(*) filter (where s.status = 'published')::int as published,
      count(*) filter (where s.status = 'draft')::int as drafts,
      count(*) filter (where s.status = 'archived')::int as archived
    from unnest(projects_changed) as c (project_id)
    left join submissions s on s.project_id = c.project_id and s.deleted_at is null
    group by c.project_id
  ) counted
  where p.id = counted.project_id
    and (p.submission_count, p.last_published_at, p.draft_count, p.archived_count)
      is distinct from (counted.published, counted.latest, counted.drafts, counted.archived);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.deleted_projects()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  return query select id from projects where deleted_with is not null;
end
$function$;

CREATE OR REPLACE FUNCTION app.deleted_submissions()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  return query select id from submissions where deleted_with is not null;
end
$function$;

CREATE OR REPLACE FUNCTION app.end_api_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  delete from api_tokens where person_id = new.id;
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
      and coalesce(c.clients_have_access, true) and c.deleted_at is null);
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
$function$;

CREATE OR REPLACE FUNCTION app.kept_maps()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  return query select id from files where kind = 'raster' and not is_for_clients;
end
$function$;

CREATE OR REPLACE FUNCTION app.leave_cover()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.cover_chosen_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.open_link()
 RETURNS TABLE(id uuid, project_id uuid, submission_ids uuid[], kinds file_kind[], show_pins boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if app.viewer_kind() <> 'share' then
    return;
  end if;
  return query
    select l.id, l.project_id,
      case when l.submission_id is null then l.submission_ids else array[l.submission_id] end,
      array(select kind from unnest(enum_range(null::file_kind)) as kind where case kind
        when 'photo' then l.show_photos when 'video' then l.show_videos
        when 'raster' then l.show_maps else l.show_documents end),
      l.show_pins
    from share_links l
    join projects on projects.id = l.project_id
    join profiles p on p.id = l.created_by and p.is_active
    join auth.users u on u.id = p.id
    left join companies c on c.id = p.company_id
    where l.id = app.viewer_id() and l.is_active and (l.expires_at is null or l.expires_at > now())
      and (p.role <> 'client' or u.email_verified and coalesce(c.clients_have_access, true)
        and c.deleted_at is null and (
        projects.company_id = c.id
        or exists (select from project_members m where m.project_id = l.project_id and m.person_id = p.id)));
end
$function$;

CREATE OR REPLACE FUNCTION app.seen_kinds()
 RETURNS file_kind[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'app', 'pg_temp'
AS $function$
begin
  if app.viewer_kind() = 'share' then
    return coalesce((select l.kinds from app.open_link() l), '{}');
  end if;
  return enum_range(null::file_kind);
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

CREATE OR REPLACE FUNCTION app.sha256_hex(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select encode(sha256(convert_to(content, 'UTF8')), 'hex') $function$;

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
CREATE TRIGGER tell_of_changed_sessions AFTER DELETE ON public.api_tokens FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_revocation AFTER DELETE ON public.api_tokens FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation('person_id');
CREATE CONSTRAINT TRIGGER chain_entry AFTER INSERT ON public.audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.chain_audit_entry();
CREATE TRIGGER tell_of_bin AFTER UPDATE ON public.companies FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_changed_sessions AFTER DELETE OR UPDATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.companies FOR EACH ROW WHEN ((old.clients_have_access IS DISTINCT FROM new.clients_have_access)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.downloads FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation('person_id');
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.downloads FOR EACH ROW WHEN (((old.token_hash IS DISTINCT FROM new.token_hash) OR (old.token_session_id IS DISTINCT FROM new.token_session_id))) EXECUTE FUNCTION app.tell_of_revocation('person_id');
CREATE TRIGGER count_changed_file AFTER UPDATE ON public.files FOR EACH ROW WHEN ((((old.file_type IS DISTINCT FROM new.file_type) OR (old.file_size IS DISTINCT FROM new.file_size)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.count_file();
CREATE TRIGGER count_file AFTER INSERT OR DELETE ON public.files FOR EACH ROW EXECUTE FUNCTION app.count_file();
CREATE TRIGGER leave_cover BEFORE UPDATE OF submission_id ON public.files FOR EACH ROW WHEN ((old.submission_id IS DISTINCT FROM new.submission_id)) EXECUTE FUNCTION app.leave_cover();
CREATE TRIGGER tell_of_bin AFTER UPDATE ON public.files FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_lost_clients AFTER UPDATE ON public.files FOR EACH ROW WHEN ((old.is_for_clients AND (NOT new.is_for_clients))) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_new_company AFTER UPDATE ON public.files FOR EACH ROW WHEN (((new.submission_id IS NULL) AND (old.company_id IS DISTINCT FROM new.company_id))) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.files FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.files FOR EACH ROW WHEN ((((old.state = 'ready'::file_state) AND (new.state <> 'ready'::file_state)) OR (old.submission_id IS DISTINCT FROM new.submission_id))) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER end_api_tokens AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((old.is_active AND (NOT new.is_active))) EXECUTE FUNCTION app.end_api_tokens();
CREATE TRIGGER profiles_guard_staff BEFORE INSERT OR UPDATE OF role, is_active ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.guard_staff_accounts();
CREATE TRIGGER profiles_keep_last AFTER DELETE OR UPDATE OF role, is_active ON public.profiles FOR EACH ROW EXECUTE FUNCTION app.keep_last_of_role();
CREATE TRIGGER tell_of_changed_sessions AFTER DELETE OR UPDATE ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION app.tell_of_changed_sessions();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((((old.role IS DISTINCT FROM new.role) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.company_id IS DISTINCT FROM new.company_id))) EXECUTE FUNCTION app.tell_of_revocation('id');
CREATE TRIGGER tell_of_revocation AFTER DELETE ON public.project_members FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation('person_id');
CREATE TRIGGER tell_of_bin AFTER UPDATE ON public.projects FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.projects FOR EACH ROW WHEN ((old.company_id IS DISTINCT FROM new.company_id)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.share_links FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.share_links FOR EACH ROW WHEN (((to_jsonb(old.*) - '{view_count,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{view_count,updated_at}'::text[]))) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER count_submissions_after_delete AFTER DELETE ON public.submissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_submissions();
CREATE TRIGGER count_submissions_after_insert AFTER INSERT ON public.submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_submissions();
CREATE TRIGGER count_submissions_after_update AFTER UPDATE ON public.submissions REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.count_submissions();
CREATE TRIGGER tell_of_bin AFTER UPDATE ON public.submissions FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_removal AFTER DELETE ON public.submissions FOR EACH ROW EXECUTE FUNCTION app.tell_of_revocation();
CREATE TRIGGER tell_of_revocation AFTER UPDATE ON public.submissions FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.project_id IS DISTINCT FROM new.project_id))) EXECUTE FUNCTION app.tell_of_revocation();

-- Row-level security

alter table api_tokens enable row level security;
alter table audit_chain enable row level security;
alter table audit_log enable row level security;
alter table backup_runs enable row level security;
alter table brand_images enable row level security;
alter table chapters enable row level security;
alter table clock_pauses enable row level security;
alter table companies enable row level security;
alter table downloads enable row level security;
alter table drive_transfer_files enable row level security;
alter table drive_transfers enable row level security;
alter table engines enable row level security;
alter table file_figures enable row level security;
alter table files enable row level security;
alter table flight_records enable row level security;
alter table form_submissions enable row level security;
alter table invitations enable row level security;
alter table mails enable row level security;
alter table map_build_photos enable row level security;
alter table map_builds enable row level security;
alter table measurements enable row level security;
alter table notification_settings enable row level security;
alter table notifications enable row level security;
alter table pin_replies enable row level security;
alter table pins enable row level security;
alter table profiles enable row level security;
alter table project_members enable row level security;
alter table projects enable row level security;
alter table rasters enable row level security;
alter table registrations enable row level security;
alter table reports enable row level security;
alter table sample_rows enable row level security;
alter table settings enable row level security;
alter table share_links enable row level security;
alter table share_looks enable row level security;
alter table share_views enable row level security;
alter table submissions enable row level security;
alter table timelapses enable row level security;
alter table uploads enable row level security;
alter table viewpoint_poses enable row level security;
alter table viewpoint_subscriptions enable row level security;
alter table viewpoints enable row level security;
alter table visit_plans enable row level security;
alter table visits enable row level security;
alter table webhook_deliveries enable row level security;
alter table webhook_tries enable row level security;
alter table webhooks enable row level security;

-- Policies

create policy admin_reads on api_tokens for select to public
  using (( SELECT app.is_admin() AS is_admin));

create policy admin_revokes on api_tokens for delete to public
  using (( SELECT app.is_admin() AS is_admin));

create policy own on api_tokens for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = 'staff'::text)));

create policy staff on audit_chain for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy append on audit_log for insert to public
  with check (((actor_kind = ( SELECT app.viewer_kind() AS viewer_kind)) AND (NOT (actor_id IS DISTINCT FROM ( SELECT app.viewer_id() AS viewer_id)))));

create policy staff on audit_log for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy admin on backup_runs for all to public
  using (( SELECT app.is_admin() AS is_admin));

create policy staff_reads on backup_runs for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy admin on brand_images for all to public
  using (( SELECT app.is_admin() AS is_admin));

create policy everyone_reads on brand_images for select to public
  using (true);

create policy seen on chapters for select to public
  using ((EXISTS ( SELECT
   FROM files
  WHERE (files.id = chapters.file_id))));

create policy staff on chapters for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on clock_pauses as restrictive for all to public
  using ((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))));

create policy seen on clock_pauses for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (EXISTS ( SELECT
   FROM submissions
  WHERE (submissions.id = clock_pauses.submission_id)))));

create policy staff on clock_pauses for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on companies as restrictive for all to public
  using ((deleted_at IS NULL));

create policy own on companies for select to public
  using ((id = ( SELECT app.viewer_company() AS viewer_company)));

create policy staff on companies for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on downloads for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = ANY (ARRAY['client'::text, 'staff'::text])) AND ((EXISTS ( SELECT
   FROM projects
  WHERE (projects.id = downloads.project_id))) OR ((company_id IS NOT NULL) AND ( SELECT app.is_admin() AS is_admin)))));

create policy staff on drive_transfer_files for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on drive_transfers as restrictive for all to public
  using ((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))));

create policy staff on drive_transfers for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy admin on engines for all to public
  using (( SELECT app.is_admin() AS is_admin));

create policy staff on engines for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy for_clients on files as restrictive for all to public
  using ((is_for_clients OR ( SELECT app.is_staff() AS is_staff)));

create policy not_deleted on files as restrictive for all to public
  using ((deleted_at IS NULL));

create policy own on files for select to public
  using (((state = 'ready'::file_state) AND (submission_id IS NULL) AND (( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (company_id = ( SELECT app.viewer_company() AS viewer_company))));

create policy seen on files for select to public
  using (((state = 'ready'::file_state) AND (EXISTS ( SELECT
   FROM submissions
  WHERE (submissions.id = files.submission_id))) AND (
CASE
    WHEN ((kind = 'other'::file_kind) AND (part IS NOT NULL)) THEN 'photo'::file_kind
    ELSE kind
END = ANY (( SELECT app.seen_kinds() AS seen_kinds)::file_kind[]))));

create policy staff on files for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on flight_records as restrictive for all to public
  using ((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))));

create policy seen on flight_records for select to public
  using ((EXISTS ( SELECT
   FROM (submissions
     JOIN projects ON ((projects.id = submissions.project_id)))
  WHERE ((submissions.id = flight_records.submission_id) AND projects.shows_flight_records))));

create policy staff on flight_records for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy anyone on form_submissions for insert to public
  with check (true);

create policy staff on form_submissions for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy staff on invitations for all to public
  using ((( SELECT app.is_staff() AS is_staff) AND ((role = 'client'::profile_role) OR ( SELECT app.is_admin() AS is_admin))));

create policy staff on mails for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy staff on map_build_photos for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on map_builds as restrictive for all to public
  using ((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))));

create policy staff on map_builds for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy change_own on measurements for update to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy create_own on measurements for insert to public
  with check (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id)) AND (EXISTS ( SELECT
   FROM submissions
  WHERE (submissions.id = measurements.submission_id)))));

create policy delete_own on measurements for delete to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy for_clients on measurements as restrictive for all to public
  using ((( SELECT app.is_staff() AS is_staff) OR (COALESCE((((measure ->> 'fileId'::text))::uuid <> ALL (ARRAY( SELECT app.kept_maps() AS kept_maps))), true) AND COALESCE((((measure ->> 'earlierFileId'::text))::uuid <> ALL (ARRAY( SELECT app.kept_maps() AS kept_maps))), true))));

create policy not_deleted on measurements as restrictive for all to public
  using ((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))));

create policy seen on measurements for select to public
  using (((EXISTS ( SELECT
   FROM submissions
  WHERE (submissions.id = measurements.submission_id))) AND ( SELECT ('raster'::file_kind = ANY (app.seen_kinds())))));

create policy staff on measurements for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on notification_settings for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = ANY (ARRAY['client'::text, 'staff'::text]))));

create policy not_deleted on notifications as restrictive for all to public
  using (COALESCE((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))), true));

create policy own on notifications for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = ANY (ARRAY['client'::text, 'staff'::text])) AND ((EXISTS ( SELECT
   FROM submissions
  WHERE (submissions.id = notifications.submission_id))) OR (EXISTS ( SELECT
   FROM share_links
  WHERE (share_links.id = notifications.share_link_id))) OR (EXISTS ( SELECT
   FROM webhooks
  WHERE (webhooks.id = notifications.webhook_id))) OR (EXISTS ( SELECT
   FROM visits
  WHERE (visits.id = notifications.visit_id))) OR (EXISTS ( SELECT
   FROM pins
  WHERE (pins.id = notifications.pin_id))) OR ((kind = ANY (ARRAY['disk-nearly-full'::notification_kind, 'backup-failed'::notification_kind])) AND (( SELECT app.viewer_kind() AS viewer_kind) = 'staff'::text)))));

create policy add_picture on pin_replies for update to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy create_own on pin_replies for insert to public
  with check (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id)) AND (EXISTS ( SELECT
   FROM pins
  WHERE (pins.id = pin_replies.pin_id)))));

create policy seen on pin_replies for select to public
  using ((EXISTS ( SELECT
   FROM pins
  WHERE (pins.id = pin_replies.pin_id))));

create policy staff on pin_replies for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy change_seen on pins for update to public
  using (((NOT is_internal) AND (( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text)));

create policy create_own on pins for insert to public
  with check (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (NOT is_internal) AND (created_by = ( SELECT app.viewer_id() AS viewer_id)) AND (kind <> 'approval'::pin_kind)));

create policy not_deleted on pins as restrictive for all to public
  using (((deleted_at IS NULL) AND ((file_id IS NULL) OR (EXISTS ( SELECT
   FROM files
  WHERE (files.id = pins.file_id)))) AND (EXISTS ( SELECT
   FROM submissions
  WHERE (submissions.id = pins.submission_id)))));

create policy seen on pins for select to public
  using (((NOT is_internal) AND ((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) OR ( SELECT open_link.show_pins
   FROM app.open_link() open_link(id, project_id, submission_ids, kinds, show_pins)))));

create policy staff on pins for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on profiles for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (id = ( SELECT app.viewer_id() AS viewer_id))));

create policy staff on profiles for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy member on project_members for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (person_id = ( SELECT app.viewer_id() AS viewer_id))));

create policy staff on project_members for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on projects as restrictive for all to public
  using ((deleted_at IS NULL));

create policy seen on projects for select to public
  using (((company_id = ( SELECT app.viewer_company() AS viewer_company)) OR (id IN ( SELECT app.joined_projects() AS joined_projects))));

create policy staff on projects for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on rasters as restrictive for all to public
  using ((EXISTS ( SELECT
   FROM files
  WHERE (files.id = rasters.file_id))));

create policy seen on rasters for select to public
  using ((EXISTS ( SELECT
   FROM files
  WHERE (files.id = rasters.file_id))));

create policy staff on rasters for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy seen on registrations for select to public
  using ((EXISTS ( SELECT
   FROM files
  WHERE (files.id = registrations.file_id))));

create policy staff on registrations for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy product on reports for all to public
  using ((( SELECT app.viewer_kind() AS viewer_kind) = 'system'::text));

create policy admin on settings for all to public
  using (( SELECT app.is_admin() AS is_admin));

create policy staff_reads on settings for select to public
  using (( SELECT app.is_staff() AS is_staff));

create policy change_own on share_links for update to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy create_own on share_links for insert to public
  with check (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id)) AND (project_id IN ( SELECT app.seen_projects() AS seen_projects)) AND ((submission_id IS NULL) OR (EXISTS ( SELECT
   FROM submissions
  WHERE (submissions.id = share_links.submission_id))))));

create policy delete_own on share_links for delete to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy not_deleted on share_links as restrictive for all to public
  using (((project_id <> ALL (ARRAY( SELECT app.deleted_projects() AS deleted_projects))) AND COALESCE((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))), true)));

create policy opened on share_links for select to public
  using ((id = ( SELECT link.id
   FROM app.open_link() link(id, project_id, submission_ids, kinds, show_pins))));

create policy own on share_links for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (created_by = ( SELECT app.viewer_id() AS viewer_id))));

create policy staff on share_links for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on share_looks for select to public
  using ((EXISTS ( SELECT
   FROM share_links link
  WHERE ((link.id = share_looks.share_link_id) AND (link.created_by = ( SELECT app.viewer_id() AS viewer_id))))));

create policy staff on share_looks for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on share_views for select to public
  using ((EXISTS ( SELECT
   FROM share_links link
  WHERE ((link.id = share_views.share_link_id) AND (link.created_by = ( SELECT app.viewer_id() AS viewer_id))))));

create policy staff on share_views for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on submissions as restrictive for all to public
  using ((deleted_at IS NULL));

create policy published on submissions for select to public
  using (((status = 'published'::submission_status) AND (project_id IN ( SELECT app.seen_projects() AS seen_projects)) AND COALESCE((id = ANY (( SELECT open_link.submission_ids
   FROM app.open_link() open_link(id, project_id, submission_ids, kinds, show_pins))::uuid[])), true)));

create policy staff on submissions for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy product on timelapses for all to public
  using ((( SELECT app.viewer_kind() AS viewer_kind) = 'system'::text));

create policy not_deleted on uploads as restrictive for all to public
  using (COALESCE((submission_id <> ALL (ARRAY( SELECT app.deleted_submissions() AS deleted_submissions))), true));

create policy staff on uploads for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy staff on viewpoint_poses for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy own on viewpoint_subscriptions for all to public
  using (((person_id = ( SELECT app.viewer_id() AS viewer_id)) AND (( SELECT app.viewer_kind() AS viewer_kind) = ANY (ARRAY['client'::text, 'staff'::text]))));

create policy not_deleted on viewpoints as restrictive for all to public
  using ((project_id <> ALL (ARRAY( SELECT app.deleted_projects() AS deleted_projects))));

create policy seen on viewpoints for select to public
  using (((NOT is_hidden) AND (project_id IN ( SELECT app.seen_projects() AS seen_projects))));

create policy staff on viewpoints for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on visit_plans as restrictive for all to public
  using ((project_id <> ALL (ARRAY( SELECT app.deleted_projects() AS deleted_projects))));

create policy seen on visit_plans for select to public
  using ((is_for_clients AND (( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (project_id IN ( SELECT app.seen_projects() AS seen_projects))));

create policy staff on visit_plans for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy not_deleted on visits as restrictive for all to public
  using ((project_id <> ALL (ARRAY( SELECT app.deleted_projects() AS deleted_projects))));

create policy request on visits for insert to public
  with check (((status = 'requested'::visit_status) AND (plan_day IS NULL) AND (submission_id IS NULL) AND (requested_by = ( SELECT app.viewer_id() AS viewer_id)) AND (EXISTS ( SELECT
   FROM visit_plans
  WHERE (visit_plans.project_id = visits.project_id)))));

create policy seen on visits for select to public
  using (((( SELECT app.viewer_kind() AS viewer_kind) = 'client'::text) AND (EXISTS ( SELECT
   FROM visit_plans
  WHERE (visit_plans.project_id = visits.project_id)))));

create policy staff on visits for all to public
  using (( SELECT app.is_staff() AS is_staff));

create policy admin on webhook_deliveries for all to public
  using (( SELECT app.is_admin() AS is_admin));

create policy admin on webhook_tries for all to public
  using (( SELECT app.is_admin() AS is_admin));

create policy admin on webhooks for all to public
  using (( SELECT app.is_admin() AS is_admin));

-- Grants to overfly_app

grant usage on schema app to overfly_app;
grant usage on schema public to overfly_app;
grant delete, insert on public.api_tokens to overfly_app;
grant select on public.audit_chain to overfly_app;
grant insert, select on public.audit_log to overfly_app;
grant delete, insert, select, update on public.backup_runs to overfly_app;
grant delete, insert, select on public.brand_images to overfly_app;
grant delete, insert, select on public.chapters to overfly_app;
grant insert, select on public.clock_pauses to overfly_app;
grant delete, insert, select, update on public.companies to overfly_app;
grant delete, insert, select on public.downloads to overfly_app;
grant delete, insert, select, update on public.drive_transfer_files to overfly_app;
grant delete, insert, select, update on public.drive_transfers to overfly_app;
grant delete, insert, select, update on public.engines to overfly_app;
grant delete, insert, select, update on public.files to overfly_app;
grant insert, select, update on public.flight_records to overfly_app;
grant delete, insert, select, update on public.form_submissions to overfly_app;
grant delete, insert, select, update on public.invitations to overfly_app;
grant delete, insert, select, update on public.map_build_photos to overfly_app;
grant delete, insert, select, update on public.map_builds to overfly_app;
grant delete, insert, select on public.measurements to overfly_app;
grant insert, select, update on public.notification_settings to overfly_app;
grant select on public.notifications to overfly_app;
grant insert, select on public.pin_replies to overfly_app;
grant insert, select on public.pins to overfly_app;
grant insert, select, update on public.profiles to overfly_app;
grant delete, insert, select, update on public.project_members to overfly_app;
grant delete, insert, select, update on public.projects to overfly_app;
grant delete, insert, select, update on public.rasters to overfly_app;
grant delete, insert, select, update on public.registrations to overfly_app;
grant delete, insert, select, update on public.reports to overfly_app;
grant delete, insert, select, update on public.settings to overfly_app;
grant delete, insert, select on public.share_links to overfly_app;
grant delete, insert, select, update on public.share_looks to overfly_app;
grant delete, insert, select, update on public.share_views to overfly_app;
grant delete, insert, select, update on public.submissions to overfly_app;
grant delete, insert, select, update on public.timelapses to overfly_app;
grant delete, insert, select, update on public.uploads to overfly_app;
grant delete, insert, select, update on public.viewpoint_poses to overfly_app;
grant delete, insert, select, update on public.viewpoint_subscriptions to overfly_app;
grant delete, insert, select, update on public.viewpoints to overfly_app;
grant delete, insert, select, update on public.visit_plans to overfly_app;
grant delete, insert, select, update on public.visits to overfly_app;
grant delete, insert, select, update on public.webhook_deliveries to overfly_app;
grant delete, insert, select, update on public.webhook_tries to overfly_app;
grant delete, insert, select, update on public.webhooks to overfly_app;
grant execute on function app.audit_hash(text,audit_log) to overfly_app;
grant execute on function app.audit_text(audit_log) to overfly_app;
grant execute on function app.chain_audit_entry() to overfly_app;
grant execute on function app.count_file() to overfly_app;
grant execute on function app.count_submissions() to overfly_app;
grant execute on function app.deleted_projects() to overfly_app;
grant execute on function app.deleted_submissions() to overfly_app;
grant execute on function app.end_api_tokens() to overfly_app;
grant execute on function app.guard_staff_accounts() to overfly_app;
grant execute on function app.is_admin() to overfly_app;
grant execute on function app.is_admitted() to overfly_app;
grant execute on function app.is_staff() to overfly_app;
grant execute on function app.joined_projects() to overfly_app;
grant execute on function app.keep_last_of_role() to overfly_app;
grant execute on function app.kept_maps() to overfly_app;
grant execute on function app.leave_cover() to overfly_app;
grant execute on function app.open_link() to overfly_app;
grant execute on function app.seen_kinds() to overfly_app;
grant execute on function app.seen_projects() to overfly_app;
grant execute on function app.sha256_hex(text) to overfly_app;
grant execute on function app.tell_of_changed_sessions() to overfly_app;
grant execute on function app.tell_of_revocation() to overfly_app;
grant execute on function app.viewer_company() to overfly_app;
grant execute on function app.viewer_id() to overfly_app;
grant execute on function app.viewer_kind() to overfly_app;

-- Grants to overfly_app on columns

grant select (id, person_id, name, prefix, scopes, created_at, expires_at, last_used_at) on api_tokens to overfly_app;
grant update (created_at) on brand_images to overfly_app;
grant update (ended_at, ended_by) on clock_pauses to overfly_app;
grant update (token_hash, token_session_id, started_at, finished_at) on downloads to overfly_app;
grant select (id, kind, recipient, subject, state, attempts, last_error, next_attempt_at, created_at, sent_at) on mails to overfly_app;
grant update (title) on measurements to overfly_app;
grant update (mail, mailed_at, read_at) on notifications to overfly_app;
grant update (picture) on pin_replies to overfly_app;
grant update (x, y, seconds, kind, text, drawing, state, state_at, state_by, is_internal, assignee_id, due_on, guest_email, guest_key, guest_expires_at, guest_views, reminded_on, version, updated_at) on pins to overfly_app;
grant update (submission_id, title, description, expires_at, is_active, allow_download, password_hash, view_count, updated_at, show_maps, show_positions, embed_sites, show_photos, show_videos, show_documents, submission_ids, show_timelapses, show_pins) on share_links to overfly_app;
