// Saves a small site as written by this version, for testing upgrades. Run at each release from the repository root:
// npx node test/programs/save-version.ts
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from '#server/context.ts';
import { withSnapshot } from '#server/platform/db/snapshot.ts';
import { readTables, rowsOfTable, schemaVersion } from '#server/platform/db/tables.ts';
import { writeRowFile } from '#server/platform/row-file.ts';
import { testConfig } from '../config.ts';
import {
  makeCompany,
  makeFile,
  makeFormSubmission,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
} from '../factories.ts';
import packageJson from '../../package.json' with { type: 'json' };

const dataDir = await mkdtemp(join(tmpdir(), 'overfly-version-'));
const ctx = await createContext(testConfig(dataDir));

const { id: companyId } = await makeCompany(ctx, { companyCode: 'KEPT' });
const admin = await makePerson(ctx, 'admin', { email: 'admin@kept.example' });
await makePerson(ctx, 'client', { companyId, email: 'client@kept.example' });
const { id: projectId } = await makeProject(ctx, companyId, { name: 'Kept Project' });
const week = await makeSubmission(ctx, projectId, { title: 'Kept Week', published: true });
await makeFile(ctx, { id: week.id, projectId });
await makeFile(ctx, { id: (await makeSubmission(ctx, projectId)).id, projectId });
await makeShareLink(ctx, admin.viewer, { projectId });
await makeFormSubmission(ctx, { message: 'A kept message' });

const path = join('test', 'fixtures', 'versions', `${packageJson.version}.json`);
await withSnapshot(ctx.db, async (snapshot) => {
  const tables = await readTables(snapshot);
  const lists = tables.map((table) => ({ name: table.name, rows: rowsOfTable(snapshot, table) }));
  await writeRowFile(path, { schema: await schemaVersion(snapshot) }, lists);
});
await ctx.close();
await rm(dataDir, { recursive: true, force: true });
process.stdout.write(`${path}\n`);
