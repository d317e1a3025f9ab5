import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Snapshot } from '#server/platform/db/snapshot.ts';

export type ExportScope = { companyId: string | null };

export type Collection = {
  name: string;
  table: string;
  /** Derived or secret columns. */
  excluded: readonly string[];
  /** SQL of columns that are exported with other values. */
  changes: string;
  /** A condition in which $1 is the company's id, or null for all companies. Excludes the bin. */
  which: string;
  order: string;
};

const ALL = '$1::uuid is null';
const PROJECTS = `(select id from projects
  where deleted_at is null and (${ALL} or company_id = $1))`;
const SUBMISSIONS = `(select id from submissions
  where deleted_at is null and project_id in ${PROJECTS})`;
const FILES = `(select id from files where deleted_at is null and (project_id in ${PROJECTS}
  or (submission_id is null and (${ALL} or company_id = $1))))`;
const OPEN_LINKS = `project_id in ${PROJECTS}
  and (submission_id is null or submission_id in ${SUBMISSIONS})`;
const OPEN_PINS = `deleted_at is null and submission_id in ${SUBMISSIONS}
  and (file_id is null or file_id in ${FILES})`;
const PINS = `(select id from pins where ${OPEN_PINS})`;
const LINKS = `(select id from share_links where ${OPEN_LINKS})`;
const IN_BIN = ['deleted_at', 'deleted_by', 'deleted_with'];
/** Generated columns that speed up lists and searches. */
const DERIVED = ['folded', 'folded_name', 'folded_address', 'listed_as'];
const PEOPLE = `(select id from profiles where company_id = $1
  union select person_id from project_members where project_id in ${PROJECTS}
  union select unnest(array[created_by, project_manager_id]) from projects where company_id = $1
  union select unnest(array[created_by, updated_by, scheduled_by]) from submissions
    where project_id in ${PROJECTS}
  union select pilot_id from visit_plans where project_id in ${PROJECTS}
  union select unnest(array[pilot_id, requested_by]) from visits where project_id in ${PROJECTS}
  union select unnest(array[started_by, ended_by]) from clock_pauses
    where submission_id in ${SUBMISSIONS}
  union select created_by from files where id in ${FILES}
  union select created_by from measurements where submission_id in ${SUBMISSIONS}
  union select unnest(array[created_by, assignee_id, state_by]) from pins where id in ${PINS}
  union select created_by from pin_replies where pin_id in ${PINS}
  union select created_by from share_links where project_id in ${PROJECTS})`;

const collection = (
  name: string,
  which: string,
  { table = `public.${name}`, excluded = [], order = 'id', changes = '' }: Partial<Collection> = {},
): Collection => ({ name, table, excluded: [...excluded, ...DERIVED], changes, which, order });

/** Sorted so that rows reference only earlier collections. */
export const COLLECTIONS: readonly Collection[] = [
  collection('companies', `deleted_at is null and (${ALL} or id = $1)`, { excluded: IN_BIN }),
  // Without passwords; people set new ones by email.
  collection('accounts', `${ALL} or id in ${PEOPLE}`, {
    table: 'auth.users',
    excluded: ['password_hash', 'has_second_factor'],
  }),
  collection('people', `${ALL} or id in ${PEOPLE}`, {
    table: 'public.profiles',
    excluded: ['calendar_key'],
    changes: `|| case when company_id in (select id from companies where deleted_at is not null)
      then '{"company_id": null, "is_active": false}'::jsonb else '{}' end`,
  }),
  collection('notification_settings', `${ALL} or person_id in ${PEOPLE}`, {
    order: 'person_id, kind',
  }),
  collection('projects', `id in ${PROJECTS}`, { excluded: IN_BIN }),
  collection('project_members', `project_id in ${PROJECTS}`, { order: 'project_id, person_id' }),
  collection('viewpoints', `project_id in ${PROJECTS}`),
  collection(
    'viewpoint_poses',
    `viewpoint_id in (select id from viewpoints where project_id in ${PROJECTS})`,
  ),
  collection(
    'viewpoint_subscriptions',
    `(${ALL} or person_id in ${PEOPLE})
      and viewpoint_id in (select id from viewpoints where project_id in ${PROJECTS})`,
    { order: 'person_id, viewpoint_id' },
  ),
  collection('submissions', `id in ${SUBMISSIONS}`, { excluded: IN_BIN }),
  collection('visit_plans', `project_id in ${PROJECTS}`, {
    excluded: ['filled_at'],
    order: 'project_id',
  }),
  collection('visits', `project_id in ${PROJECTS}`, {
    changes: `|| case when submission_id not in ${SUBMISSIONS}
      then '{"submission_id": null}'::jsonb else '{}' end`,
  }),
  collection('clock_pauses', `submission_id in ${SUBMISSIONS}`),
  collection('flight_records', `submission_id in ${SUBMISSIONS}`, { order: 'submission_id' }),
  collection('files', `id in ${FILES}`, {
    excluded: [
      'file_path',
      'presets',
      'thumbhash',
      'picture_size',
      'picture_crc32',
      'progress',
      ...IN_BIN,
    ],
  }),
  collection('chapters', `file_id in ${FILES}`, { order: 'file_id, seconds' }),
  collection('rasters', `file_id in ${FILES}`, { order: 'file_id' }),
  collection(
    'registrations',
    `file_id in ${FILES} and reference_id in ${FILES} and (via_id is null or via_id in ${FILES})`,
    { order: 'file_id, reference_id' },
  ),
  collection('measurements', `submission_id in ${SUBMISSIONS}`),
  // Guests get new links.
  collection('pins', OPEN_PINS, { excluded: ['guest_key', ...IN_BIN] }),
  collection('pin_replies', `pin_id in ${PINS}`),
  // Exported with the plain token; the encrypted one would need this installation's secret key.
  collection('share_links', OPEN_LINKS),
  collection('share_views', `share_link_id in ${LINKS}`),
  collection('share_looks', `share_link_id in ${LINKS}`),
  collection('form_submissions', `project_id in ${PROJECTS} or (project_id is null and ${ALL})`),
  collection(
    'audit_log',
    `${ALL} or subject_id = $1 or subject_id in ${PROJECTS} or subject_id in ${SUBMISSIONS}
      or subject_id in ${FILES} or subject_id in ${LINKS} or subject_id in ${PINS}`,
  ),
];

/** Tables that are never exported, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  engines: 'secrets; another installation has its own',
  map_builds: 'what they made is exported as files, and how in the audit log',
  map_build_photos: 'part of map_builds',
  api_tokens: 'secrets; another installation needs new ones',
  backup_runs: 'of this installation',
  audit_chain: 'specific to one installation; imported entries join the chain there',
  brand_images: 'specific to one installation',
  downloads: 'temporary; anyone can create them again',
  drive_transfer_files: 'part of drive_transfers',
  drive_transfers: "belong to an installation's Google account",
  file_figures: 'recalculated as files are imported',
  invitations: 'their links lead to the installation that sent them',
  mails: 'already sent, or left for the old installation to send',
  notifications: 'no longer relevant',
  reports: 'created again on request',
  settings: 'specific to one installation',
  timelapses: 'created again on request',
  webhook_deliveries: 'part of webhooks',
  webhook_tries: 'part of webhooks',
  webhooks: 'secrets; another installation needs new ones',
  sample_rows: 'only where the sample site was created',
  uploads: 'unfinished files',
};

export const rowsOf = (snapshot: Snapshot, { companyId }: ExportScope, of: Collection) =>
  snapshot.texts(
    `select ((to_jsonb(t) - '{${of.excluded.join(',')}}'::text[]) ${of.changes})::text from ${of.table} t
     where ${of.which} order by ${of.order}`,
    [companyId],
  );

/** Names are null if the file belongs to no company, project or submission. */
export type PlacedFile = {
  row: Record<string, unknown> & { id: string; file_name: string };
  companyId: string | null;
  company: string | null;
  projectId: string | null;
  project: string | null;
  submissionId: string | null;
  /** The submission's date (YYYY-MM-DD) and title. */
  week: string | null;
};

export async function* filesOf(
  snapshot: Snapshot,
  extent: ExportScope,
): AsyncGenerator<PlacedFile> {
  const files = COLLECTIONS.find(({ name }) => name === 'files');
  if (!files) return;
  const { companyId } = extent;
  const texts = snapshot.texts(
    `select jsonb_build_object(
       'row', to_jsonb(f) - '{${files.excluded.join(',')}}'::text[],
       'companyId', c.id, 'company', c.company_name, 'projectId', p.id, 'project', p.name,
       'submissionId', s.id, 'week', (coalesce(s.recorded_date,
         (coalesce(s.published_at, s.created_at) at time zone p.time_zone)::date) || ' ' || s.title))::text
     from files f
     left join projects p on p.id = f.project_id
     left join submissions s on s.id = f.submission_id
     left join companies c on c.id = coalesce(p.company_id, f.company_id)
     where f.id in ${FILES}
     order by c.company_name, c.id, p.name, p.id, s.recorded_date, s.created_at, s.id, f.sort_order, f.created_at, f.id`,
    [companyId],
  );
  for await (const text of texts) yield JSON.parse(text) as PlacedFile;
}

export const columnsOf = (snapshot: Snapshot) =>
  snapshot.texts(
    `select jsonb_build_object('table', a.attrelid::regclass::text, 'schema', n.nspname,
       'relation', c.relname, 'column', a.attname, 'type', coalesce(e.typname, t.typname),
       'isArray', t.typcategory = 'A', 'isNullable', not a.attnotnull,
       'choices', (select jsonb_agg(enumlabel order by enumsortorder) from pg_enum
                   where enumtypid = coalesce(e.oid, t.oid)))::text
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
     where n.nspname in ('public', 'auth') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     order by n.nspname, c.relname, a.attnum`,
  );

export const findCompany = (tx: Tx, codeOrId: string) =>
  tx
    .selectFrom('companies')
    .select(['id', 'companyCode as code', 'companyName as name'])
    .where((eb) =>
      eb.or([
        eb('companyCode', '=', codeOrId.toUpperCase()),
        ...(isUuid(codeOrId) ? [eb('id', '=', codeOrId)] : []),
      ]),
    )
    .executeTakeFirst();

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Includes the bin. */
export const findExistingCompanies = (tx: Tx, ids: readonly string[], codes: readonly string[]) =>
  asOwner(
    tx,
    tx
      .selectFrom('companies')
      .select(['id', 'companyCode', 'companyName'])
      .where(
        sql<boolean>`id = any(${ids}::uuid[]) or company_code || former_codes && ${codes}::text[]`,
      ),
  );

export const findPeople = (tx: Tx, emails: readonly string[], ids: readonly string[]) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where((eb) =>
      eb.or([
        eb('email', '=', sql<string>`any(${emails}::text[])`),
        eb('id', '=', sql<string>`any(${ids}::uuid[])`),
      ]),
    )
    .execute();

/** Tables whose ids are also folder names in storage. */
const STORED = ['files', 'uploads', 'reports', 'timelapses', 'downloads'].map(
  (name) => `public.${name}`,
);

/** Includes the bin. Ids of files must be unused in all tables of STORED. */
export async function findExistingIds(
  tx: Tx,
  table: string,
  ids: readonly string[],
): Promise<string[]> {
  const tables = table === 'public.files' ? STORED : [table];
  const parts = tables.map(
    (each) => sql`select id from ${sql.table(each)} where id = any(${ids}::uuid[])`,
  );
  const query = sql<{ id: string }>`${sql.join(parts, sql` union `)}`;
  const { rows } = await asOwner(tx, { execute: () => query.execute(tx) });
  return rows.map(({ id }) => id);
}

export async function hasMigration(tx: Tx, name: string): Promise<boolean> {
  const query = sql`select from migration.files where name = ${name}`;
  const { rows } = await asOwner(tx, { execute: () => query.execute(tx) });
  return rows.length > 0;
}

/** The oldest active admin account. */
export const findFirstAdmin = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
