create type backup_task as enum ('make', 'verify');
create type run_state as enum ('making', 'ready', 'failed');

-- Backups to the folder or bucket of the settings, and verifications of them.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  task backup_task not null,
  state run_state not null default 'making',
  percent smallint not null default 0 check (percent between 0 and 100),
  -- Also set while the next try is pending, and for complete backups that lack damaged originals.
  problem text,
  -- The folder or bucket, as staff know it.
  place text not null,
  -- The backup's folder there; null if nothing is left of it.
  name text,
  files integer,
  bytes bigint,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'making') = (ended_at is null))
);
create unique index backup_runs_one_at_a_time on backup_runs ((true)) where state = 'making';
create index backup_runs_created on backup_runs (created_at desc, id);

alter type notification_kind add value 'backup-failed';

-- A company's export is a download without a project. The columns of evidence packs are for both.
alter table downloads
  alter column project_id drop not null,
  add column company_id uuid references companies (id) on delete cascade,
  add constraint downloads_subject_check check (num_nonnulls(project_id, company_id) = 1),
  drop constraint downloads_evidence_check;
alter table downloads rename column evidence_state to state;
alter table downloads rename column evidence_percent to percent;
alter table downloads rename column evidence_problem to problem;
-- An export can be ready and have a problem: it lacks damaged originals.
alter table downloads add constraint downloads_problem_check check (
  state is distinct from 'failed' or problem is not null);
alter type evidence_state rename to download_state;
create index downloads_company on downloads (company_id);
