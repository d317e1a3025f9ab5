import type { Context } from '#server/platform/context.ts';
import { createShareLink } from '#server/sharing/share-links/service.ts';
import { ShareLinkInput } from '#domain/share-links.ts';
import { makePerson } from '#test/factories.ts';

/** Each company has 10 projects and 10 people, each project 10 submissions, each submission 10 files. */
const ITEMS_PER_LEVEL = 10;
export const COMPANY_FILES = ITEMS_PER_LEVEL ** 3;

/** IDs and cookies from the middle company of the list, to avoid the ends of indexes. */
export type FilledSite = {
  operatorCookie: string;
  clientCookie: string;
  companyId: string;
  projectId: string;
  submissionId: string;
  viewpointId: string;
  shareToken: string;
};

// Inserted directly, because creating a million files through the product would take a day. Rows get distinct times in
// the past.
const fillStatements = (companies: number, middle: string, isFull: boolean): string[] => [
  `insert into companies (company_code, company_name, created_at)
   select 'SITE-' || n, 'Builder ' || n, now() - (1000000 - n) * interval '1 minute' from generate_series(1, ${companies}) n`,
  `insert into auth.users (id, email, email_verified)
   select gen_random_uuid(), 'person' || c || '-' || n || '@bench.example', true
   from generate_series(1, ${companies}) c, generate_series(1, 10) n`,
  `insert into profiles (id, role, company_id, first_name, last_name, email, created_at)
   select u.id, 'client', c.id, 'Person', substr(u.email, 7, position('@' in u.email) - 7), u.email,
     now() - random() * interval '700 days'
   from auth.users u join companies c on c.company_code = 'SITE-' || substring(u.email from 'person(\\d+)-')
  `,
  `insert into projects (company_id, name, address, latitude, longitude, created_at)
   select c.id, 'Site ' || c.company_code || ' ' || n, n || ' Main Street', 30 + random() * 10, -100 + random() * 10,
     c.created_at + n * interval '1 second'
   from companies c, generate_series(1, 10) n`,
  `insert into viewpoints (project_id, name, sort_order, latitude, longitude, relative_altitude, gimbal_yaw, gimbal_pitch)
   select p.id, 'Viewpoint ' || n, n, p.latitude, p.longitude, 40, 36 * n, -30
   from projects p, generate_series(1, 10) n`,
  `insert into submissions (project_id, content_type, title, recorded_date, status, published_at, first_published_at, created_at, summary)
   select p.id, 'weekly_update', 'Week ' || n, '2024-01-01'::date + 7 * n,
     (case when n = 10 and p.name like '%0' then 'draft' else 'published' end)::submission_status,
     case when n < 10 or p.name not like '%0' then p.created_at + n * interval '7 days' end,
     case when n < 10 or p.name not like '%0' then p.created_at + n * interval '7 days' end,
     p.created_at + n * interval '7 days', 'Slab poured, crane moved.'
   from projects p join companies c on c.id = p.company_id, generate_series(1, 10) n
   where n = 1 or n = 10 and p.name like '%0' or c.company_code = '${middle}' or ${isFull}`,
  `insert into files (submission_id, project_id, company_id, viewpoint_id, file_name, file_path, file_type, file_size, kind, state,
     sha256, crc32, sort_order, width, height, presets, thumbhash, captured_at, created_at)
   select s.id, s.project_id, p.company_id, v.id, 'DJI_' || v.sort_order || '.JPG', 'bench/' || s.id || '/' || v.sort_order, 'image/jpeg',
     8000000, 'photo', 'ready', encode(sha256((s.id || '/' || v.sort_order)::bytea), 'hex'), 1, v.sort_order, 4000, 3000,
     '{256,512}', 'aGVsbG8gd29ybGQ=', s.recorded_date, s.created_at
   from submissions s join viewpoints v on v.project_id = s.project_id join projects p on p.id = s.project_id
     join companies c on c.id = p.company_id
   where c.company_code = '${middle}' or ${isFull}`,
  // The product's sweep does this within minutes.
  `with changes as (delete from file_figures returning media, files, bytes)
   insert into file_figures (media, files, bytes) select media, sum(files), sum(bytes) from changes group by media`,
  `insert into visit_plans (project_id, rule, time, starts_on, contents, is_for_clients, filled_at)
   select id, '{"repeat": "weekly", "every": 1, "weekdays": [2]}', '09:00', '2024-01-01', '{photos}', true, now()
   from projects`,
  // A sixth is due today, and a tenth of the projects missed their latest visit.
  `insert into visits (project_id, plan_day, due_at, status, contents, submission_id, created_at, updated_at)
   select p.id, day, day + time '15:00', 'planned', '{photos}', s.id, now(), now()
   from projects p cross join generate_series(-12, 9) n
     cross join lateral (select current_date + 7 * n + abs(hashtext(p.id::text)) % 6 as day) d
     left join submissions s on s.project_id = p.id and s.title = 'Week 1' and n = -1 and p.name not like '%0'`,
  'analyze',
  `insert into share_links (project_id, created_by, title, token_hash, token_encrypted, view_count, created_at)
   select p.id, (select id from profiles where company_id = p.company_id order by id limit 1), 'For the lender',
     encode(sha256(p.id::text::bytea), 'hex'), '', 3, p.created_at
   from projects p`,
  `insert into form_submissions (name, email, message, submitted_at)
   select 'Visitor ' || n, 'visitor' || n || '@bench.example', 'How much is a flight a week?', now() - n * interval '1 hour'
   from generate_series(1, ${companies * 10}) n`,
  `insert into audit_log (at, actor_kind, action, subject_type, subject_id, subject_name)
   select created_at, 'system', 'submission.publish', 'submission', id, title
   from submissions order by created_at`,
  `insert into notifications (person_id, kind, submission_id, in_app, mail, created_at)
   select f.id, 'week-published', s.id, true, 'off', s.published_at
   from submissions s join projects p on p.id = s.project_id
   join lateral (select id from profiles where company_id = p.company_id order by id limit 2) f on true
   where s.status = 'published'`,
];

/**
 * Fills an empty database with `companies` companies of 1,000 files each. Unless `isFull`, only the middle one has
 * files; others have one submission per project. Signs in two people of the middle company.
 */
export async function fillSite(
  ctx: Context,
  companies: number,
  isFull: boolean,
): Promise<FilledSite> {
  const middle = `SITE-${Math.ceil(companies / 2)}`;
  for (const statement of fillStatements(companies, middle, isFull))
    await ctx.db.pool.query(statement);
  await ctx.db.pool.query('vacuum analyze');
  // Inserting a million rows at once leaves dead rows that don't occur in production.
  await ctx.db.pool.query('vacuum full file_figures');
  const { rows } = await ctx.db.pool.query<
    Omit<FilledSite, 'operatorCookie' | 'clientCookie' | 'shareToken'>
  >(
    `select c.id as "companyId", p.id as "projectId", s.id as "submissionId", v.id as "viewpointId"
     from companies c join projects p on p.company_id = c.id join submissions s on s.project_id = p.id
     join viewpoints v on v.project_id = p.id
     where c.company_code = $1 and s.title = 'Week 5' and v.sort_order = 5 and p.name like '%5'`,
    [middle],
  );
  const [chosen] = rows;
  if (!chosen) throw new Error('The middle company has no project.');
  const operator = await makePerson(ctx, 'operator');
  const client = await makePerson(ctx, 'client', { companyId: chosen.companyId });
  const link = await createShareLink(
    ctx,
    { viewer: operator.viewer, origin: 'http://localhost' },
    ShareLinkInput.parse({ projectId: chosen.projectId }),
  );
  return {
    ...chosen,
    operatorCookie: operator.cookie,
    clientCookie: client.cookie,
    shareToken: link.url.split('/').at(-1) ?? '',
  };
}
