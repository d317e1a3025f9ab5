-- Row-level security: who may see and change which row.
--
-- Each request runs as overfly_app in a transaction with its viewer in settings:
--   app.viewer_kind     anonymous | share | client | staff | system
--   app.viewer_id       the profile's id, or the share link's for a share visitor
--   app.viewer_company  the company of a client with a verified email, if its clients have access
-- "The owner" is the role that owns the tables; these policies don't apply to it (server/platform/db/as-owner.ts).
-- A setting of an earlier transaction reads as '', hence nullif.
-- `(select f())` makes PostgreSQL evaluate f once per query, not once per row.

drop function if exists app.viewer_kind, app.viewer_id, app.viewer_company, app.is_staff,
  app.shared_project, app.shared_submission, app.open_link, app.seen_projects, app.joined_projects,
  app.is_admin, app.is_admitted, app.sees_maps, app.seen_kinds, app.deleted_projects,
  app.deleted_submissions, app.kept_maps cascade;

create function app.viewer_kind() returns text language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('app.viewer_kind', true), ''), 'anonymous') $$;

create function app.viewer_id() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.viewer_id', true), '')::uuid $$;

create function app.viewer_company() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.viewer_company', true), '')::uuid $$;

create function app.is_staff() returns boolean language sql stable parallel safe as
  $$ select app.viewer_kind() in ('staff', 'system') $$;

-- Security definer, to bypass the policies on profiles.
create function app.is_admin() returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return app.viewer_kind() = 'system' or app.viewer_kind() = 'staff'
    and exists (select from profiles where id = app.viewer_id() and role = 'admin' and is_active);
end
$$;

-- Clients with a verified email, whose company (if any) has access.
create function app.is_admitted() returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return app.viewer_company() is not null or app.viewer_kind() = 'client' and exists (
    select from profiles p
    join auth.users u on u.id = p.id
    left join companies c on c.id = p.company_id
    where p.id = app.viewer_id() and p.is_active and u.email_verified
      and coalesce(c.clients_have_access, true) and c.deleted_at is null);
end
$$;

-- The share link of a visitor, while it is open: its creator must be active and, if a client, still see the project.
-- Security definer, to bypass the policies. PL/pgSQL because it caches the plan.
create function app.open_link()
returns table (id uuid, project_id uuid, submission_ids uuid[], kinds file_kind[], show_pins boolean)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
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
$$;

-- Projects that the viewer sees as a member or by share link, not through their company.
create function app.joined_projects() returns setof uuid
language plpgsql stable security definer rows 5 set search_path = public, app, pg_temp as $$
begin
  if app.viewer_kind() = 'share' then
    return query select l.project_id from app.open_link() l;
  elsif app.viewer_kind() = 'client' and app.is_admitted() then
    return query select m.project_id from project_members m where m.person_id = app.viewer_id();
  end if;
end
$$;

-- The kinds of files that the viewer sees; for share visitors, those that the link shows.
create function app.seen_kinds() returns file_kind[]
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  if app.viewer_kind() = 'share' then
    return coalesce((select l.kinds from app.open_link() l), '{}');
  end if;
  return enum_range(null::file_kind);
end
$$;

-- One function, so that policies evaluate it once per query and find projects by index.
create function app.seen_projects() returns setof uuid
language plpgsql stable security definer rows 50 set search_path = public, app, pg_temp as $$
begin
  return query
    select p.id from projects p where p.company_id = app.viewer_company()
    union all
    select app.joined_projects();
end
$$;

-- What is in the bin. Evaluated once per query; there are few rows.
create function app.deleted_projects() returns setof uuid
language plpgsql stable security definer rows 10 set search_path = public, app, pg_temp as $$
begin
  return query select id from projects where deleted_with is not null;
end
$$;
create function app.deleted_submissions() returns setof uuid
language plpgsql stable security definer rows 50 set search_path = public, app, pg_temp as $$
begin
  return query select id from submissions where deleted_with is not null;
end
$$;

-- Maps that aren't for clients, to hide their measurements. There are few.
create function app.kept_maps() returns setof uuid
language plpgsql stable security definer rows 10 set search_path = public, app, pg_temp as $$
begin
  return query select id from files where kind = 'raster' and not is_for_clients;
end
$$;

do $$
declare
  t text;
  p record;
begin
  for p in select policyname, tablename from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on public.%I', p.policyname, p.tablename);
  end loop;
  for t in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table public.%I enable row level security', t);
  end loop;
end
$$;

revoke all on all tables in schema public from overfly_app;
revoke all on schema auth from overfly_app;
grant usage on schema public, app to overfly_app;
grant execute on all functions in schema app to overfly_app;
grant select, insert, update, delete on
  companies, invitations, projects, project_members, submissions, viewpoints,
  files, uploads, rasters, registrations, share_views, share_looks, form_submissions to overfly_app;
-- People are never deleted, only deactivated.
grant select, insert, update on profiles to overfly_app;
-- A link's project and creator never change.
grant select, insert, delete, update (is_active, title, description, submission_id, submission_ids,
  expires_at, password_hash, embed_sites, allow_download, show_photos, show_videos, show_maps,
  show_documents, show_timelapses, show_positions, show_pins, view_count, updated_at) on share_links to overfly_app;
grant select, insert, delete on chapters to overfly_app;
grant select, insert, update, delete on visit_plans, visits to overfly_app;
grant select, insert, update, delete on engines, map_builds, map_build_photos to overfly_app;
grant select, insert, update, delete on drive_transfers, drive_transfer_files to overfly_app;
-- A pin's author never changes, and neither does a reply, but a picture can be added. Moving pins to the bin is up to the owner.
grant select, insert, update (x, y, seconds, kind, text, drawing, state, state_at, state_by,
  is_internal, assignee_id, due_on, guest_email, guest_key, guest_expires_at, guest_views, reminded_on,
  version, updated_at) on pins to overfly_app;
grant select, insert, update (picture) on pin_replies to overfly_app;
-- A measurement and its author never change.
grant select, insert, delete, update (title) on measurements to overfly_app;
grant select, insert, update, delete on reports to overfly_app;
grant select, insert, update, delete on viewpoint_poses, timelapses to overfly_app;
grant select, insert, update (ended_at, ended_by) on clock_pauses to overfly_app;
grant select, insert, update on flight_records to overfly_app;
grant select, insert on audit_log to overfly_app;
-- Only the owner reads token hashes.
grant select (id, person_id, name, prefix, scopes, created_at, expires_at, last_used_at), insert, delete
  on api_tokens to overfly_app;
grant select, insert, update, delete on settings to overfly_app;
-- A picture's content never changes.
grant select, insert, delete, update (created_at) on brand_images to overfly_app;
grant select, insert, update, delete on webhooks, webhook_deliveries, webhook_tries to overfly_app;
-- A trigger writes the chain when an entry is committed.
grant select on audit_chain to overfly_app;
-- The owner inserts notifications.
grant select, update (read_at, mail, mailed_at) on notifications to overfly_app;
grant select, insert, update on notification_settings to overfly_app;
grant select, insert, update, delete on viewpoint_subscriptions to overfly_app;
-- A download's contents never change.
grant select, insert, delete, update (token_hash, token_session_id, started_at, finished_at)
  on downloads to overfly_app;
grant select, insert, update, delete on backup_runs to overfly_app;
-- Only the owner reads the contents of emails, which include secrets.
grant select (id, kind, recipient, subject, state, attempts, last_error, next_attempt_at, created_at, sent_at)
  on mails to overfly_app;

-- Nobody sees what is in the bin, not even staff or the system; server/projects/bin works as the owner.
create policy not_deleted on companies as restrictive using (deleted_at is null);
create policy not_deleted on projects as restrictive using (deleted_at is null);
create policy not_deleted on submissions as restrictive using (deleted_at is null);
create policy not_deleted on files as restrictive using (deleted_at is null);
-- The same for rows that depend on it.
create policy not_deleted on viewpoints as restrictive using (
  project_id <> all (array(select app.deleted_projects())));
create policy not_deleted on share_links as restrictive using (
  project_id <> all (array(select app.deleted_projects()))
  and coalesce(submission_id <> all (array(select app.deleted_submissions())), true));
create policy not_deleted on visit_plans as restrictive using (
  project_id <> all (array(select app.deleted_projects())));
create policy not_deleted on visits as restrictive using (
  project_id <> all (array(select app.deleted_projects())));
create policy not_deleted on clock_pauses as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on flight_records as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on map_builds as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on measurements as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on drive_transfers as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on uploads as restrictive using (
  coalesce(submission_id <> all (array(select app.deleted_submissions())), true));
create policy not_deleted on notifications as restrictive using (
  coalesce(submission_id <> all (array(select app.deleted_submissions())), true));
-- A pin is seen by those who see the file or submission it is on.
create policy not_deleted on pins as restrictive using (deleted_at is null
  and (file_id is null or exists (select from files where files.id = pins.file_id))
  and exists (select from submissions where submissions.id = pins.submission_id));
create policy not_deleted on rasters as restrictive using (
  exists (select from files where files.id = rasters.file_id));

-- Telemetry and other files that aren't for clients (docs/decisions/0097).
create policy for_clients on files as restrictive using (is_for_clients or (select app.is_staff()));
create policy for_clients on measurements as restrictive using ((select app.is_staff()) or (
  coalesce((measure ->> 'fileId')::uuid <> all (array(select app.kept_maps())), true)
  and coalesce((measure ->> 'earlierFileId')::uuid <> all (array(select app.kept_maps())), true)));

-- Staff and the system manage everything. PostgreSQL checks policies in reverse alphabetical order, so for staff it
-- never evaluates the others as long as no name comes after `staff`.
create policy staff on companies using ((select app.is_staff()));
create policy staff on profiles using ((select app.is_staff()));
create policy staff on invitations using (
  (select app.is_staff()) and (role = 'client' or (select app.is_admin())));
create policy staff on projects using ((select app.is_staff()));
create policy staff on project_members using ((select app.is_staff()));
create policy staff on submissions using ((select app.is_staff()));
create policy staff on clock_pauses using ((select app.is_staff()));
create policy staff on visit_plans using ((select app.is_staff()));
create policy staff on visits using ((select app.is_staff()));
create policy staff on flight_records using ((select app.is_staff()));
create policy staff on viewpoints using ((select app.is_staff()));
create policy staff on viewpoint_poses using ((select app.is_staff()));
create policy staff on files using ((select app.is_staff()));
create policy staff on chapters using ((select app.is_staff()));
create policy staff on rasters using ((select app.is_staff()));
create policy staff on registrations using ((select app.is_staff()));
create policy staff on pins using ((select app.is_staff()));
create policy staff on pin_replies using ((select app.is_staff()));
create policy staff on map_builds using ((select app.is_staff()));
create policy staff on map_build_photos using ((select app.is_staff()));
create policy staff on engines for select using ((select app.is_staff()));
create policy admin on engines using ((select app.is_admin()));
create policy staff on measurements using ((select app.is_staff()));
create policy staff on uploads using ((select app.is_staff()));
create policy staff on drive_transfers using ((select app.is_staff()));
create policy staff on drive_transfer_files using ((select app.is_staff()));
create policy staff on share_links using ((select app.is_staff()));
create policy staff on share_views using ((select app.is_staff()));
create policy staff on share_looks using ((select app.is_staff()));
create policy staff on form_submissions using ((select app.is_staff()));
create policy staff on mails for select using ((select app.is_staff()));
create policy staff on audit_log for select using ((select app.is_staff()));
create policy staff on audit_chain for select using ((select app.is_staff()));

create policy own on companies for select using (id = (select app.viewer_company()));
create policy own on profiles for select using (
  (select app.viewer_kind()) = 'client' and id = (select app.viewer_id()));

create policy member on project_members for select using (
  (select app.viewer_kind()) = 'client' and person_id = (select app.viewer_id()));
-- Comparing the company is cheaper than a set of ids, as most projects belong to other companies.
create policy seen on projects for select using (
  company_id = (select app.viewer_company()) or id in (select app.joined_projects()));

-- A link to selected submissions shows only those.
create policy published on submissions for select using (
  status = 'published'
  and project_id in (select app.seen_projects())
  and coalesce(id = any ((select submission_ids from app.open_link())::uuid[]), true));

-- Clients see why a submission was late; share visitors don't.
create policy seen on clock_pauses for select using (
  (select app.viewer_kind()) = 'client'
  and exists (select from submissions where submissions.id = clock_pauses.submission_id));

-- The plan decides whether clients see visits. Share visitors see none.
create policy seen on visit_plans for select using (
  is_for_clients and (select app.viewer_kind()) = 'client'
  and project_id in (select app.seen_projects()));
create policy seen on visits for select using (
  (select app.viewer_kind()) = 'client'
  and exists (select from visit_plans where visit_plans.project_id = visits.project_id));
create policy request on visits for insert with check (
  status = 'requested' and plan_day is null and submission_id is null
  and requested_by = (select app.viewer_id())
  and exists (select from visit_plans where visit_plans.project_id = visits.project_id));
-- Also with a share link, in the report.
create policy seen on flight_records for select using (
  exists (select from submissions join projects on projects.id = submissions.project_id
    where submissions.id = flight_records.submission_id and projects.shows_flight_records));

create policy seen on viewpoints for select using (
  not is_hidden and project_id in (select app.seen_projects()));

-- Parts of photos count as photos. `exists` only checks the submissions of these files; `in` would read all.
create policy seen on files for select using (
  state = 'ready' and exists (select from submissions where submissions.id = files.submission_id)
  and (case when kind = 'other' and part is not null then 'photo' else kind end)
    = any ((select app.seen_kinds())::file_kind[]));
-- Files without a submission are for one company's clients.
create policy own on files for select using (
  state = 'ready' and submission_id is null
  and (select app.viewer_kind()) = 'client' and company_id = (select app.viewer_company()));

create policy seen on chapters for select using (
  exists (select from files where files.id = chapters.file_id));

-- The reference photo may be in a draft: its id must not leave the query that uses it (server/files).
create policy seen on registrations for select using (
  exists (select from files where files.id = registrations.file_id));

-- Clients may create measurements, and rename and delete their own.
create policy seen on rasters for select using (
  exists (select from files where files.id = rasters.file_id));
create policy seen on measurements for select using (
  exists (select from submissions where submissions.id = measurements.submission_id)
  and (select 'raster' = any (app.seen_kinds())));
create policy create_own on measurements for insert with check (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id())
  and exists (select from submissions where submissions.id = measurements.submission_id));
create policy change_own on measurements for update using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));
create policy delete_own on measurements for delete using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));

-- Visitors of a share link see pins if the link shows them. The server decides which columns a client may change.
create policy seen on pins for select using (not is_internal and (
  (select app.viewer_kind()) = 'client' or (select show_pins from app.open_link())));
create policy create_own on pins for insert with check (
  (select app.viewer_kind()) = 'client' and not is_internal and created_by = (select app.viewer_id())
  and kind <> 'approval');
create policy change_seen on pins for update using (
  not is_internal and (select app.viewer_kind()) = 'client');
create policy seen on pin_replies for select using (
  exists (select from pins where pins.id = pin_replies.pin_id));
create policy create_own on pin_replies for insert with check (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id())
  and exists (select from pins where pins.id = pin_replies.pin_id));
create policy add_picture on pin_replies for update using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));

-- Clients can always close their own links, even after losing access to the project.
create policy own on share_links for select using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));
create policy create_own on share_links for insert with check (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id())
  and project_id in (select app.seen_projects())
  and (submission_id is null
    or exists (select from submissions where submissions.id = share_links.submission_id)));
-- Naming other projects' submissions is harmless: the link only shows its own project.
create policy change_own on share_links for update using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));
create policy delete_own on share_links for delete using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));
create policy opened on share_links for select using (id = (select link.id from app.open_link() link));

-- The system writes views and looks; the link's creator reads them.
create policy own on share_views for select using (
  exists (select from share_links link
    where link.id = share_views.share_link_id and link.created_by = (select app.viewer_id())));
create policy own on share_looks for select using (
  exists (select from share_links link
    where link.id = share_looks.share_link_id and link.created_by = (select app.viewer_id())));

-- A person's own, as long as they see what it is about.
create policy own on notifications using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) in ('client', 'staff')
  and (exists (select from submissions where submissions.id = notifications.submission_id)
    or exists (select from share_links where share_links.id = notifications.share_link_id)
    or exists (select from webhooks where webhooks.id = notifications.webhook_id)
    or exists (select from visits where visits.id = notifications.visit_id)
    or exists (select from pins where pins.id = notifications.pin_id)
    or (kind in ('disk-nearly-full', 'backup-failed') and (select app.viewer_kind()) = 'staff')));
create policy own on notification_settings using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) in ('client', 'staff'));
-- Naming an invisible viewpoint is harmless: names and photos are read as the person.
create policy own on viewpoint_subscriptions using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) in ('client', 'staff'));

-- Staff manage their own tokens; admins see and revoke all.
create policy own on api_tokens using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) = 'staff');
create policy admin_reads on api_tokens for select using ((select app.is_admin()));
create policy admin_revokes on api_tokens for delete using ((select app.is_admin()));

create policy staff_reads on settings for select using ((select app.is_staff()));
create policy admin on settings using ((select app.is_admin()));

-- Shown on public pages.
create policy everyone_reads on brand_images for select using (true);
create policy admin on brand_images using ((select app.is_admin()));

-- Only for admins. The owner inserts deliveries.
create policy admin on webhooks using ((select app.is_admin()));
create policy admin on webhook_deliveries using ((select app.is_admin()));
create policy admin on webhook_tries using ((select app.is_admin()));

-- A person's own, as long as they see the project; only admins export companies. The policies on files decide about each
-- file.
create policy own on downloads using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) in ('client', 'staff')
  and (exists (select from projects where projects.id = downloads.project_id)
    or company_id is not null and (select app.is_admin())));

create policy staff_reads on backup_runs for select using ((select app.is_staff()));
create policy admin on backup_runs using ((select app.is_admin()));

-- The system finds reports by their content, which it reads as the viewer.
create policy product on reports using ((select app.viewer_kind()) = 'system');
create policy product on timelapses using ((select app.viewer_kind()) = 'system');

create policy anyone on form_submissions for insert with check (true);

-- Entries must name the acting viewer.
create policy append on audit_log for insert with check (
  actor_kind = (select app.viewer_kind()) and actor_id is not distinct from (select app.viewer_id()));
