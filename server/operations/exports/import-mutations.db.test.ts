import { beforeAll, expect, test } from 'vitest';
import { ArchiveError } from '#server/platform/row-file.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import { tamperWith } from '#test/fixtures/archive-mutations.ts';
import { makeExportedCompany } from '#test/fixtures/exported-company.ts';
import { allObjects, allRows } from '#test/fixtures/all-rows.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { makePerson } from '#test/factories.ts';
import { randomFrom } from '#test/random.ts';
import { runSite } from '#test/site.ts';
import { DATA_FILE } from './format.ts';
import { exportTo, importFrom } from './service.ts';

const CASES = Number(process.env['ARCHIVE_CASES'] ?? 400);
const from = runSite();
const to = runSite();
const folders = temporaryFolder();
let archive: Awaited<ReturnType<typeof tamperWith>>;
let foreign: { ids: string[]; email: string; admin: string };

beforeAll(async () => {
  const { company } = await makeExportedCompany(from);
  const exported = folders.path('export');
  await exportTo(from.ctx, company.id, exported);
  archive = await tamperWith(exported, { rows: DATA_FILE, headerKeys: 5, files: 8 });
  const admin = await makePerson(to.ctx, 'admin');
  const here = await makeExportedCompany(to);
  const { company: c, staff, client, project, week, photo, link } = here;
  foreign = {
    ids: [admin, c, staff, client, project, week, photo, link].map(({ id }) => id),
    email: admin.email,
    admin: admin.id,
  };
});

test('this test has rows for every list of an export except maps', () => {
  const empty = archive.original.lists
    .filter(({ rows }) => rows.length === 0)
    .map(({ name }) => name);
  expect(empty).toEqual(['rasters']);
});

test(
  `${CASES} altered exports change no existing data, and each error names the problem`,
  { timeout: 600_000 },
  async () => {
    const random = randomFrom(44);
    const [rows, objects] = [await allRows(to.rows), await allObjects(to.ctx.storage)];
    const wrong: string[] = [];
    let accepted = 0;
    for (let number = 0; number < CASES; number++) {
      const { folder, mutation } = await archive.tamper(random, foreign);
      const { error, written } = await tryImport(folder);
      const say = (text: unknown) =>
        wrong.push(`case ${number}, ${mutation.what}: ${String(text)}`);
      if (written === null) {
        const isNamed = mutation.touched.some((word) => String(error).includes(word));
        if (!(error instanceof ArchiveError) || !isNamed) say(error);
        continue;
      }
      accepted += 1;
      withoutThose(rows, written).forEach((row) => say(`lost ${row}`));
      withoutThose(written, rows)
        .filter(isDangerous)
        .forEach((row) => say(`wrote ${row}`));
    }
    expect(wrong).toEqual([]);
    expect(await allRows(to.rows)).toEqual(rows);
    expect(await allObjects(to.ctx.storage)).toEqual(objects);
    expect(accepted).toBeGreaterThan(CASES / 20);
  },
);

/** Imports and rolls back just before the commit. Returns the rows that would have been committed; null if refused. */
async function tryImport(folder: string) {
  let written: string[] | null = null;
  const as: typeof to.ctx.db.as = (viewer, work) =>
    to.ctx.db.as(viewer, async (tx) => {
      const result = await work(tx);
      // Only the last transaction of an import returns a number (of rows).
      if (typeof result === 'number') {
        written = await asOwner(tx, { execute: () => allRows(tx) });
        throw new Error('taken back');
      }
      return result;
    });
  const error: unknown = await importFrom({ ...to.ctx, db: { ...to.ctx.db, as } }, folder).catch(
    (reason: unknown) => reason,
  );
  return { error, written: written as string[] | null };
}

function withoutThose(all: readonly string[], those: readonly string[]): string[] {
  const known = new Set(those);
  return all.filter((row) => !known.has(row));
}

/** Whether an imported row allows someone to sign in, or references data of this installation. */
function isDangerous(row: string): boolean {
  if (/^public\.profiles.*"role": "(?!client)/.test(row)) return row.includes('"is_active": true');
  if (row.startsWith('auth.users')) return row.includes('"password_hash": "');
  const mayName = row.startsWith('public.share_links') ? foreign.admin : null;
  const named = [...row.matchAll(NAMES)].flatMap(([, ids = '']) => ids.match(ID) ?? []);
  return named.some((id) => id !== mayName && foreign.ids.includes(id));
}

/** Foreign keys and similar columns, except an audit entry's actor and subject, which may have any id. */
const NAMES =
  /"(?:\w+_by|(?:company|project|project_manager|submission|file|reference|via|viewpoint|share_link|person)_ids?)": ("[^"]*"|\[[^\]]*\])/g;
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
