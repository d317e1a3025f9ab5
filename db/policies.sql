-- Who may see and change which row: the whole of it.
--
-- Every request runs as overfly_app inside a transaction that carries its viewer in settings:
--   app.viewer_kind     anonymous | share | client | staff | system
--   app.viewer_id       the profile, or the share link of a share visitor
--   app.viewer_company  the company, if its clients have access, of a client whose e-mail is verified
-- A setting left over from an earlier transaction reads as '', hence nullif.
-- `(select f())` makes PostgreSQL evaluate f once a query instead of once a row.

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

-- Whether the viewer manages accounts of staff. Security definer, as it looks behind the policies.
create function app.is_admin() returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return app.viewer_kind() = 'system' or app.viewer_kind() = 'staff'
    and exists (select from profiles where id = app.viewer_id() and role = 'admin' and is_active);
end
$$;

-- Whether the viewer is a client who may see what is theirs, also one of no company: address
-- verified, and the company, if there is one, lets its clients in.
create function app.is_admitted() returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return app.viewer_company() is not null or app.viewer_kind() = 'client' and exists (
    select from profiles p
    join auth.users u on u.id = p.id
    left join companies c on c.id = p.company_id
    where p.id = app.viewer_id() and p.is_active and u.email_verified
      and coalesce(c.clients_have_access, true));
end
$$;

-- The link that a visitor came by, while it is open. Security definer: it is open at this moment only
-- as long as its creator is active and, if a client, sees the project: address verified, company
-- active, the project their company's or they a member of it. PL/pgSQL keeps the plan; SQL would
-- make it anew in every query of everybody.
create function app.open_link()
returns table (id uuid, project_id uuid, submission_ids uuid[], kinds file_kind[])
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
        when 'raster' then l.show_maps else l.show_documents end)
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
$$;

-- The projects beside those of their company that a client or a share visitor sees: those they are a
-- member of, or the one that is shared.
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

-- The kinds of files that the viewer is shown: of share visitors, those that the link names.
create function app.seen_kinds() returns file_kind[]
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  if app.viewer_kind() = 'share' then
    return coalesce((select l.kinds from app.open_link() l), '{}');
  end if;
  return enum_range(null::file_kind);
end
$$;

-- All projects that a client or a share visitor sees. One function, so that every policy asks it once
-- a query and finds its projects by index however many others there are.
create function app.seen_projects() returns setof uuid
language plpgsql stable security definer rows 50 set search_path = public, app, pg_temp as $$
begin
  return query
    select p.id from projects p where p.company_id = app.viewer_company()
    union all
    select app.joined_projects();
end
$$;

-- What lies in the bin, for the policies of what hangs on it. Asked once a query; there is little of it.
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

-- Maps that are not for clients, for the policy on their measurements. There are few.
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
-- People are deactivated: what they made stays theirs.
grant select, insert, update on profiles to overfly_app;
-- The project a link leads to and whose it is stay as they were made.
grant select, insert, delete, update (is_active, title, description, submission_id, submission_ids,
  expires_at, password_hash, embed_sites, allow_download, show_photos, show_videos, show_maps,
  show_documents, show_timelapses, show_positions, view_count, updated_at) on share_links to overfly_app;
grant select, insert, delete on chapters to overfly_app;
grant select, insert, update, delete on drive_transfers, drive_transfer_files to overfly_app;
-- What was measured, and by whom, stays as it was.
grant select, insert, delete, update (title) on measurements to overfly_app;
grant select, insert, update, delete on reports to overfly_app;
grant select, insert, update, delete on viewpoint_poses, timelapses to overfly_app;
grant select, insert, update (ended_at, ended_by) on clock_pauses to overfly_app;
grant select, insert on audit_log to overfly_app;
-- The hash of a secret is read by what looks tokens up only, with the owner's rights.
grant select (id, person_id, name, prefix, scopes, created_at, expires_at, last_used_at), insert, delete
  on api_tokens to overfly_app;
grant select, insert, update, delete on webhooks, webhook_deliveries, webhook_tries to overfly_app;
-- Written by the database itself, when an entry is committed.
grant select on audit_chain to overfly_app;
-- Notifications are written by what happens, with the owner's rights.
grant select, update (read_at, mail, mailed_at) on notifications to overfly_app;
grant select, insert, update on notification_settings to overfly_app;
-- What a download is made of stays as it was.
grant select, insert, delete, update (token_hash, token_session_id, started_at, finished_at)
  on downloads to overfly_app;
-- What mails say, and the secrets in them, is read by what sends them only, with the owner's rights.
grant select (id, kind, recipient, subject, state, attempts, last_error, next_attempt_at, created_at, sent_at)
  on mails to overfly_app;

-- What lies in the bin is there for nobody, not for staff, nor for the product itself: whoever lists it, takes it
-- out or removes it for good does so with the owner's rights (server/projects/bin).
create policy not_deleted on projects as restrictive using (deleted_at is null);
create policy not_deleted on submissions as restrictive using (deleted_at is null);
create policy not_deleted on files as restrictive using (deleted_at is null);
-- Nor is what hangs on it and is found without it.
create policy not_deleted on viewpoints as restrictive using (
  project_id <> all (array(select app.deleted_projects())));
create policy not_deleted on share_links as restrictive using (
  project_id <> all (array(select app.deleted_projects()))
  and coalesce(submission_id <> all (array(select app.deleted_submissions())), true));
create policy not_deleted on clock_pauses as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on measurements as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on drive_transfers as restrictive using (
  submission_id <> all (array(select app.deleted_submissions())));
create policy not_deleted on uploads as restrictive using (
  coalesce(submission_id <> all (array(select app.deleted_submissions())), true));
create policy not_deleted on notifications as restrictive using (
  coalesce(submission_id <> all (array(select app.deleted_submissions())), true));
create policy not_deleted on rasters as restrictive using (
  exists (select from files where files.id = rasters.file_id));

-- Telemetry and what else staff keep from clients is there for nobody but them (docs/decisions/0097).
create policy for_clients on files as restrictive using (is_for_clients or (select app.is_staff()));
create policy for_clients on measurements as restrictive using ((select app.is_staff()) or (
  coalesce((measure ->> 'fileId')::uuid <> all (array(select app.kept_maps())), true)
  and coalesce((measure ->> 'earlierFileId')::uuid <> all (array(select app.kept_maps())), true)));

-- Staff (and the product itself) manage everything; the policies below add what others may do. PostgreSQL asks
-- them from the end of the alphabet: staff are not kept with the rest, as long as no name comes after theirs.
create policy staff on companies using ((select app.is_staff()));
create policy staff on profiles using ((select app.is_staff()));
create policy staff on invitations using (
  (select app.is_staff()) and (role = 'client' or (select app.is_admin())));
create policy staff on projects using ((select app.is_staff()));
create policy staff on project_members using ((select app.is_staff()));
create policy staff on submissions using ((select app.is_staff()));
create policy staff on clock_pauses using ((select app.is_staff()));
create policy staff on viewpoints using ((select app.is_staff()));
create policy staff on viewpoint_poses using ((select app.is_staff()));
create policy staff on files using ((select app.is_staff()));
create policy staff on chapters using ((select app.is_staff()));
create policy staff on rasters using ((select app.is_staff()));
create policy staff on registrations using ((select app.is_staff()));
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

-- Companies and people: a client sees their own.
create policy own on companies for select using (id = (select app.viewer_company()));
create policy own on profiles for select using (
  (select app.viewer_kind()) = 'client' and id = (select app.viewer_id()));

-- Projects: those of the client's company, those they are a member of, the one that is shared.
create policy member on project_members for select using (
  (select app.viewer_kind()) = 'client' and person_id = (select app.viewer_id()));
-- A company's are told by a comparison: cheaper than a set of ids where nearly all are somebody else's.
create policy seen on projects for select using (
  company_id = (select app.viewer_company()) or id in (select app.joined_projects()));

-- Submissions: the published ones of a project the viewer sees; a narrowed link shows those it names.
create policy published on submissions for select using (
  status = 'published'
  and project_id in (select app.seen_projects())
  and coalesce(id = any ((select submission_ids from app.open_link())::uuid[]), true));

-- Why a week came later than promised is said to its clients, not to whoever has a link.
create policy seen on clock_pauses for select using (
  (select app.viewer_kind()) = 'client'
  and exists (select from submissions where submissions.id = clock_pauses.submission_id));

create policy seen on viewpoints for select using (
  not is_hidden and project_id in (select app.seen_projects()));

-- Parts of photos are seen like photos.
-- By `exists`, so that few files ask for few submissions; `in` would read all there are.
create policy seen on files for select using (
  state = 'ready' and exists (select from submissions where submissions.id = files.submission_id)
  and (case when kind = 'other' and part is not null then 'photo' else kind end)
    = any ((select app.seen_kinds())::file_kind[]));
-- A file of no submission is for the clients of one company.
create policy own on files for select using (
  state = 'ready' and submission_id is null
  and (select app.viewer_kind()) = 'client' and company_id = (select app.viewer_company()));

-- Chapters of a film: whoever sees it.
create policy seen on chapters for select using (
  exists (select from files where files.id = chapters.file_id));

-- How a photo lies on its viewpoint's reference: whoever sees the photo. The reference may be of a draft: its id
-- goes no further than the query that asks (laid of server/files).
create policy seen on registrations for select using (
  exists (select from files where files.id = registrations.file_id));

-- Rasters: whoever sees the file. Measurements: whoever sees the submission and its maps; clients keep
-- their own, rename and delete them.
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

-- Share links: whoever sees a project may share it. They manage their own links for good, also when
-- they no longer see what a link shows: they must be able to close it.
create policy own on share_links for select using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));
create policy create_own on share_links for insert with check (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id())
  and project_id in (select app.seen_projects())
  and (submission_id is null
    or exists (select from submissions where submissions.id = share_links.submission_id)));
-- Weeks of others that one names show nothing: the link still leads to its project alone.
create policy change_own on share_links for update using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));
create policy delete_own on share_links for delete using (
  (select app.viewer_kind()) = 'client' and created_by = (select app.viewer_id()));
create policy opened on share_links for select using (id = (select link.id from app.open_link() link));

-- Views and looks are written by the product; the link's owner reads them.
create policy own on share_views for select using (
  exists (select from share_links link
    where link.id = share_views.share_link_id and link.created_by = (select app.viewer_id())));
create policy own on share_looks for select using (
  exists (select from share_links link
    where link.id = share_looks.share_link_id and link.created_by = (select app.viewer_id())));

-- Notifications: a person's own, staff or not, as long as they see the thing.
create policy own on notifications using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) in ('client', 'staff')
  and (exists (select from submissions where submissions.id = notifications.submission_id)
    or exists (select from share_links where share_links.id = notifications.share_link_id)
    or exists (select from webhooks where webhooks.id = notifications.webhook_id)
    or (kind = 'disk-nearly-full' and (select app.viewer_kind()) = 'staff')));
create policy own on notification_settings using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) in ('client', 'staff'));

-- API tokens: those that staff made themselves; an admin sees and revokes everybody's.
create policy own on api_tokens using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) = 'staff');
create policy admin_reads on api_tokens for select using ((select app.is_admin()));
create policy admin_revokes on api_tokens for delete using ((select app.is_admin()));

-- Webhooks and what was sent to them are the admins'. Messages are written by what happens, with the owner's rights.
create policy admin on webhooks using ((select app.is_admin()));
create policy admin on webhook_deliveries using ((select app.is_admin()));
create policy admin on webhook_tries using ((select app.is_admin()));

-- Downloads: a person's own, staff or not, as long as they see the project. Of which files, and whether they
-- see each of them still, is asked of the policies above.
create policy own on downloads using (
  person_id = (select app.viewer_id()) and (select app.viewer_kind()) in ('client', 'staff')
  and exists (select from projects where projects.id = downloads.project_id));

-- Reports: the product finds them by what they are made of, which it reads as the viewer.
create policy product on reports using ((select app.viewer_kind()) = 'system');
create policy product on timelapses using ((select app.viewer_kind()) = 'system');

create policy anyone on form_submissions for insert with check (true);

-- The log names the viewer that acts; nobody writes in another's name.
create policy append on audit_log for insert with check (
  actor_kind = (select app.viewer_kind()) and actor_id is not distinct from (select app.viewer_id()));
