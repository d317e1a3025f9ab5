import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  makeCompany,
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import { allObjects } from '#test/fixtures/all-rows.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { makePictureReply, makePin } from '#test/fixtures/pins.ts';
import { runSite, runSitePerTest, type Site } from '#test/site.ts';
import { removeCompany } from '#server/projects/companies/service.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { readManifestLine } from '#server/platform/manifest.ts';
import { DATA_FILE } from './format.ts';
import { COLLECTIONS, EXCLUDED_TABLES } from './queries.ts';
import { exportTo, importFrom } from './service.ts';

const from = runSite();
const folders = temporaryFolder();
let number = 0;
const newFolder = () => folders.path(`export-${++number}`);
const to = runSitePerTest({ config: { secretKey: 'another secret key, of another installation' } });

/** A published submission with two photos that have the same name, and a share link. */
async function makeWorld() {
  const { ctx } = from;
  const names = [{ name: 'Tower' }, { companyName: 'Baker / Sons' }] as const;
  const { company, project, staff } = await makeProjectWithPeople(ctx, ...names);
  const week = await makeSubmission(ctx, project.id, { published: true, title: 'Roof on' });
  const contentText = 'Two\u2028lines';
  await from.rows
    .updateTable('submissions')
    .set({ contentText })
    .where('id', '=', week.id)
    .execute();
  const inWeek = { id: week.id, projectId: project.id };
  const files = [
    await makeFile(ctx, inWeek, { fileName: 'DJI_1.JPG' }),
    await makeFile(ctx, inWeek, {
      fileName: 'dji_1.jpg',
      kind: 'document',
      bytes: Buffer.from(`other bytes ${++number}`),
    }),
  ];
  for (const [sortOrder, { id }] of files.entries()) {
    await from.rows.updateTable('files').set({ sortOrder }).where('id', '=', id).execute();
  }
  const link = await makeShareLink(ctx, staff.viewer, { projectId: project.id });
  return { company, staff, project, week, files, link };
}

const manifestOf = async (folder: string) =>
  (await readFile(join(folder, 'manifest-sha256.txt'), 'utf8'))
    .trim()
    .split('\n')
    .map(readManifestLine);

test("a company's export has originals with readable names and their hashes", async () => {
  const { company, files } = await makeWorld();
  const folder = newFolder();
  expect(await exportTo(from.ctx, company.companyCode, folder)).toMatchObject({
    files: 2,
    problems: [],
  });
  const lines = await manifestOf(folder);
  expect(lines.map((line) => line?.path)).toEqual([
    'data.json',
    expect.stringMatching(/^files\/Baker - Sons\/Tower\/\d{4}-\d\d-\d\d Roof on\/DJI_1\.JPG$/u),
    expect.stringMatching(/\/dji_1 \(2\)\.jpg$/),
    'schema.json',
  ]);
  for (const line of lines) {
    expect((await hashFile(join(folder, line?.path ?? ''))).sha256).toBe(line?.sha256);
  }
  expect(lines[1]?.sha256).toBe(files[0]?.sha256);
  const data = JSON.parse(await readFile(join(folder, 'data.json'), 'utf8')) as Record<
    string,
    unknown[]
  >;
  expect(data.companies).toMatchObject([{ id: company.id }]);
  expect(data.submissions).toMatchObject([{ title: 'Roof on', content_text: 'Two\u2028lines' }]);
  expect(JSON.stringify(data)).not.toMatch(/password_hash":"|argon2/);
});

test('imported data keeps its ids, dates, hashes and URLs, and makes nobody staff', async () => {
  const { company, staff, project, week, files, link } = await makeWorld();
  await makePerson(to.ctx, 'admin');
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  await importFrom(to.ctx, folder);

  const rowsIn = (site: Site) =>
    sql`select s.id, s.created_at::text, s.published_at::text, f.id as file, f.sha256, f.created_at::text as added
      from submissions s join files f on f.submission_id = s.id where s.id = ${week.id} order by f.id`
      .execute(site.rows)
      .then(({ rows }) => rows);
  expect(await rowsIn(to)).toEqual(await rowsIn(from));
  for (const { id } of files) {
    expect(await to.ctx.storage.read(originalKey(id))).toEqual(
      await from.ctx.storage.read(originalKey(id)),
    );
  }
  const opened = await to.as().shareLinks.open({ token: link.token });
  expect(opened).toMatchObject({ project: { id: project.id } });
  const arrived = await to.rows
    .selectFrom('profiles')
    .select(['role', 'isActive'])
    .where('id', '=', staff.id)
    .executeTakeFirst();
  expect(arrived).toEqual({ role: 'operator', isActive: false });
  await expect(importFrom(to.ctx, folder)).rejects.toThrow('already exists here');
});

test('pins arrive with their replies and pictures, but without the links of guests', async () => {
  const { company, staff, files } = await makeWorld();
  const assignee = { email: 'roofer@roofs.example' };
  const pin = await makePin(from.ctx, staff, files[0]?.id ?? '', { assignee });
  await makePictureReply(from.ctx, staff, pin.id);
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  await importFrom(to.ctx, folder);
  const pinIn = ({ rows }: Site) =>
    rows.selectFrom('pins').selectAll().where('id', '=', pin.id).executeTakeFirst();
  const repliesIn = ({ rows }: Site) =>
    rows.selectFrom('pinReplies').selectAll().where('pinId', '=', pin.id).execute();
  expect(await pinIn(to)).toEqual({ ...(await pinIn(from)), guestKey: null });
  expect(await repliesIn(to)).toEqual(await repliesIn(from));
});

test('a company whose code is taken here can be imported with another code', async () => {
  const { company, project } = await makeWorld();
  const other = await makeCompany(to.ctx, { companyCode: company.companyCode });
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  await expect(importFrom(to.ctx, folder)).rejects.toThrow(
    `${company.companyCode} is used by ${other.companyName} here. To use another code`,
  );
  await expect(importFrom(to.ctx, folder, { companyCode: 'no code' })).rejects.toThrow(
    'no code is',
  );
  await importFrom(to.ctx, folder, { companyCode: 'other-1' });
  const codes = await to.rows.selectFrom('companies').select(['id', 'companyCode']).execute();
  expect(codes).toContainEqual({ id: company.id, companyCode: 'OTHER-1' });
  expect(await to.rows.selectFrom('projects').select('id').execute()).toEqual([{ id: project.id }]);

  const everything = newFolder();
  await exportTo(from.ctx, 'all', everything);
  await expect(importFrom(to.ctx, everything, { companyCode: 'OTHER-2' })).rejects.toThrow(
    'one company',
  );
});

test('a deleted company stays behind, and its clients arrive deactivated', async () => {
  const { ctx } = from;
  const { company, client } = await makeProjectWithPeople(ctx);
  const { id, companyName: typedName } = company;
  await removeCompany(ctx, { kind: 'system' }, { id, typedName });
  const folder = newFolder();
  await exportTo(ctx, 'all', folder);
  await importFrom(to.ctx, folder);
  const companies = await to.rows.selectFrom('companies').select('id').execute();
  expect(companies).not.toContainEqual({ id });
  const person = to.rows.selectFrom('profiles').select(['companyId', 'isActive']);
  expect(await person.where('id', '=', client.id).execute()).toEqual([
    { companyId: null, isActive: false },
  ]);
});

test('collections that refer to each other are imported unchanged', async () => {
  const { company, project, files } = await makeWorld();
  const column = 'alter table viewpoints add column lead_id uuid references files (id)';
  for (const { ctx } of [from, to]) await ctx.db.pool.query(column);
  await from.ctx.db.pool.query(
    `with made as (insert into viewpoints (project_id, name, latitude, longitude, lead_id)
       values ($1, 'Roof', 1, 2, $2) returning id)
     update files set viewpoint_id = made.id from made where files.id = $3`,
    [project.id, files[0]?.id, files[1]?.id],
  );
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  await from.ctx.db.pool.query('alter table viewpoints drop column lead_id');
  await importFrom(to.ctx, folder);
  const { rows } = await to.ctx.db.pool.query(
    'select v.lead_id as lead, f.id as follower from viewpoints v join files f on f.viewpoint_id = v.id',
  );
  expect(rows).toEqual([{ lead: files[0]?.id, follower: files[1]?.id }]);
});

test('an interrupted export continues with the rows it started with', async () => {
  const { company, project, files } = await makeWorld();
  const folder = newFolder();
  let calls = 0;
  const storage = {
    ...from.ctx.storage,
    open: async (key: string) => {
      if (++calls === 2) throw new Error('The cable was pulled.');
      return from.ctx.storage.open(key);
    },
  };
  await expect(exportTo({ ...from.ctx, storage }, company.id, folder)).rejects.toThrow('cable');
  await makeSubmission(from.ctx, project.id, { title: 'Later' });
  await exportTo({ ...from.ctx, storage }, company.id, folder);
  expect(calls).toBe(files.length + 1);
  expect(await readFile(join(folder, 'data.json'), 'utf8')).not.toContain('Later');
  await expect(exportTo(from.ctx, company.id, folder)).rejects.toThrow(
    'already contains a complete export',
  );
});

test("an export with an altered file isn't imported at all", async () => {
  const { company } = await makeWorld();
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  const path = (await manifestOf(folder))[2]?.path ?? '';
  await writeFile(join(folder, path), 'Other bytes');
  await expect(importFrom(to.ctx, folder)).rejects.toThrow(`${path} was changed after the export`);
  expect(await to.rows.selectFrom('companies').select('id').execute()).toEqual([]);
  expect(await allObjects(to.ctx.storage)).toEqual(new Map());
});

test('NUL and half a surrogate pair are removed from exported texts', async () => {
  const { company, week } = await makeWorld();
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  const [data, manifest] = [join(folder, DATA_FILE), join(folder, 'manifest-sha256.txt')];
  const before = (await hashFile(data)).sha256;
  const text = await readFile(data, 'utf8');
  await writeFile(data, text.replace('"Roof on"', String.raw`"Roof\u0000\ud800 on"`));
  const after = (await hashFile(data)).sha256;
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(before, after));
  await importFrom(to.ctx, folder);
  const imported = to.rows.selectFrom('submissions').select('title').where('id', '=', week.id);
  expect(await imported.executeTakeFirst()).toEqual({ title: 'Roof\ufffd on' });
});

test('an original named like another with .part appended is exported too', async () => {
  const { company, week, project } = await makeWorld();
  const inWeek = { id: week.id, projectId: project.id };
  const file = (name: string) =>
    makeFile(from.ctx, inWeek, { fileName: name, kind: 'document', bytes: Buffer.from(name) });
  await file('plan.pdf.part');
  await file('plan.pdf');
  const folder = newFolder();
  expect(await exportTo(from.ctx, company.id, folder)).toMatchObject({ files: 4, problems: [] });
  for (const line of await manifestOf(folder))
    expect((await hashFile(join(folder, line?.path ?? ''))).sha256).toBe(line?.sha256);
  expect((await readdir(folder)).sort()).toEqual([
    'data.json',
    'files',
    'manifest-sha256.txt',
    'schema.json',
  ]);
});

test("an original lost before the export doesn't block the import of the rest", async () => {
  const { company, files } = await makeWorld();
  const folder = newFolder();
  await from.ctx.storage.remove(originalKey(files[0]?.id ?? ''));
  const { problems } = await exportTo(from.ctx, company.id, folder);
  expect(problems).toEqual([expect.stringContaining('is missing from storage')]);
  const report = await importFrom(to.ctx, folder);
  expect(report.files).toBe(1);
  expect(report.problems).toEqual([expect.stringMatching(/DJI_1\.JPG: .*already missing/)]);
  const states = to.rows.selectFrom('files').select(['state', 'errorCode']).orderBy('sortOrder');
  expect(await states.execute()).toEqual([
    { state: 'failed', errorCode: 'ORIGINAL_MISSING' },
    { state: 'ready', errorCode: null },
  ]);
});

test('a folder that lacks a listed file, or has no export, is refused with a message', async () => {
  const { company } = await makeWorld();
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  const path = (await manifestOf(folder))[1]?.path ?? '';
  await rm(join(folder, path));
  await expect(importFrom(to.ctx, folder)).rejects.toThrow(`${path} is missing`);
  await expect(importFrom(to.ctx, newFolder())).rejects.toThrow('is not a complete export');
});

test('every table is exported or listed with the reason why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select 'public.' || tablename as name from pg_tables where schemaname = 'public'`.execute(
    from.rows,
  );
  const named = [
    ...COLLECTIONS.map(({ table }) => table),
    ...Object.keys(EXCLUDED_TABLES).map((name) => `public.${name}`),
  ];
  expect(rows.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});

test("items in the bin and everything below them aren't exported", async () => {
  const { company, staff, project, week, files } = await makeWorld();
  await makePerson(to.ctx, 'admin');
  const kept = await makeSubmission(from.ctx, project.id, { title: 'Kept' });
  await makeFile(from.ctx, kept);
  await makeShareLink(from.ctx, staff.viewer, { projectId: project.id, submissionId: week.id });
  await from.as(staff).submissions.remove({ id: week.id });
  for (const which of [company.id, 'all']) {
    const folder = newFolder();
    await exportTo(from.ctx, which, folder);
    const text = await readFile(join(folder, 'data.json'), 'utf8');
    expect(text).toContain(kept.id);
    expect(text).not.toMatch(/deleted_with/);
    const data = JSON.parse(text) as Record<string, { id: string }[]>;
    const named = ['submissions', 'files', 'share_links'].flatMap((name) => data[name] ?? []);
    const gone = [week, ...files].map(({ id }) => id);
    expect(named.filter(({ id }) => gone.includes(id))).toEqual([]);
    if (which === company.id) await importFrom(to.ctx, folder);
  }
});
