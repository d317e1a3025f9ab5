import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hasActiveStaff } from '#server/people/service.ts';
import type { JsonRow } from '#server/platform/row-file.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makePerson } from '#test/factories.ts';
import {
  readDocument,
  writeWithManifest,
  type RowDocument,
} from '#test/fixtures/archive-mutations.ts';
import { makeExportedCompany } from '#test/fixtures/exported-company.ts';
import { allObjects, allRows } from '#test/fixtures/all-rows.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runSite, runSitePerTest } from '#test/site.ts';
import { COLLECTIONS } from './queries.ts';
import { SOFT_REFERENCES } from './references.ts';
import { exportTo, importFrom } from './service.ts';

const from = runSite();
const folders = temporaryFolder();
let number = 0;
const newFolder = () => folders.path(`export-${++number}`);
const to = runSitePerTest({ config: { secretKey: 'another secret key, of another installation' } });

/** Returns a complete export with changed rows and a matching manifest. */
async function tampered(
  change: (rowsOf: (list: string) => JsonRow[], document: RowDocument) => void,
) {
  const { company } = await makeExportedCompany(from);
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  const document = await readDocument(join(folder, 'data.json'), 5);
  const rowsOf = (name: string) => document.lists.find((list) => list.name === name)?.rows ?? [];
  change(rowsOf, document);
  await writeWithManifest(folder, 'data.json', document);
  return folder;
}

/** Expects an import to be refused with this message and to change nothing. */
async function expectRefused(folder: string, message: string | RegExp) {
  const before = [await allRows(to.rows), await allObjects(to.ctx.storage)];
  await expect(importFrom(to.ctx, folder)).rejects.toThrow(message);
  expect([await allRows(to.rows), await allObjects(to.ctx.storage)]).toEqual(before);
}

test("a file whose id another company uses is refused, and that company's original stays", async () => {
  const { photo } = await makeExportedCompany(to);
  const folder = await tampered((rowsOf) =>
    Object.assign(rowsOf('files')[0] ?? {}, { id: photo.id }),
  );
  await expectRefused(folder, 'data.json, files, row 1 has an id that is already used here');
});

test("an export can't refer to data of another company", async () => {
  const { project, week, photo } = await makeExportedCompany(to);
  const names = async (list: string, columns: JsonRow) => {
    const folder = await tampered((rowsOf) =>
      rowsOf(list).forEach((row) => Object.assign(row, columns)),
    );
    const [column] = Object.keys(columns);
    await expectRefused(
      folder,
      new RegExp(`data.json, ${list}, row 1: ${column} names .* not in this export`),
    );
  };
  await names('share_links', { project_id: project.id });
  await names('share_links', { submission_ids: [week.id] });
  await names('share_looks', { subject_id: photo.id });
  await names('audit_log', { subject_id: project.id });
  await names('measurements', { measure: { kind: 'height', fileId: photo.id, at: [1, 2] } });
  const inCapitals = await tampered((rowsOf) =>
    rowsOf('share_links').forEach((row) => (row.submission_ids = [week.id.toUpperCase()])),
  );
  await expectRefused(inCapitals, 'share_links, row 1: submission_ids is not a valid id');
});

test('an audit entry by someone missing from the export is imported without an actor', async () => {
  const actor = await makePerson(to.ctx, 'operator');
  const folder = await tampered((rowsOf) =>
    rowsOf('audit_log').forEach((row) => (row.actor_id = actor.id)),
  );
  await importFrom(to.ctx, folder);
  const entries = to.rows.selectFrom('auditLog').select('id').where('actorId', '=', actor.id);
  expect(await entries.execute()).toEqual([]);
});

test("a duplicate list is refused, so it can't smuggle in an admin", async () => {
  const admin = { id: randomUUID(), role: 'admin', email: 'admin@else.example' };
  const folder = await tampered((rowsOf, { lists }) =>
    lists.push(
      { name: 'accounts', rows: [{ ...rowsOf('accounts')[0], ...admin, role: undefined }] },
      { name: 'people', rows: [{ ...rowsOf('people')[0], ...admin }] },
    ),
  );
  await expectRefused(folder, 'data.json has the list accounts twice');
});

test("an unknown column is refused, so it can't bring a password", async () => {
  const password_hash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA';
  const folder = await tampered((rowsOf) =>
    rowsOf('accounts').forEach((row) => Object.assign(row, { password_hash })),
  );
  await expectRefused(folder, 'data.json, accounts, row 1 has an unknown column: password_hash');
});

test('staff are imported deactivated, even into an empty installation', async () => {
  const folder = await tampered(() => {});
  await importFrom(to.ctx, folder);
  const staff = to.rows.selectFrom('profiles').select('isActive').where('role', '!=', 'client');
  expect(await staff.execute()).toEqual([{ isActive: false }]);
  expect(await to.ctx.db.as({ kind: 'system' }, hasActiveStaff)).toBe(false);
});

test("an object already stored at an original's key is compared and never replaced", async () => {
  const { company, photo } = await makeExportedCompany(from);
  const folder = newFolder();
  await exportTo(from.ctx, company.id, folder);
  const key = originalKey(photo.id);
  const bytes = await from.ctx.storage.read(key);
  await to.ctx.storage.put(key, Buffer.from(bytes).reverse());
  await expectRefused(folder, `storage already has a different file at ${key}`);
  await to.ctx.storage.put(key, bytes);
  expect(await importFrom(to.ctx, folder)).toMatchObject({ files: 3, problems: [] });
});

test('every id column of an export has a known target', async () => {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.oid::regclass::text as name, a.attname as column from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where t.typname in ('uuid', '_uuid') and a.attnum > 0 and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('f', 'p')
        and a.attnum = any(k.conkey) and (k.contype = 'f' or a.attname = 'id'))`.execute(from.rows);
  const unknown = rows.filter(({ name, column }) => {
    const list = COLLECTIONS.find(({ table }) => table === `public.${name}` || table === name);
    if (!list || list.excluded.includes(column)) return false;
    // An import sets actors missing from the export to null.
    if (column === 'actor_id') return false;
    return !SOFT_REFERENCES[list.name]?.some((link) => link.column === column);
  });
  expect(unknown).toEqual([]);
});
