import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { hash } from 'node:crypto';
import { isStaffRole } from '#domain/roles.ts';
import { auditExcerpt } from '#server/events/audit/service.ts';
import type { Progress } from '#server/sharing/artifact/make.ts';
import { Entries, makeDownload } from '#server/sharing/downloads/service.ts';
import type { Context } from '#server/platform/context.ts';
import { withSnapshot } from '#server/platform/db/snapshot.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import type { ZipEntry } from '#domain/zip.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { scratchFolder } from '#server/platform/storage/scratch-folder.ts';
import { downloadKey } from '#server/platform/storage/storage.ts';
import { flightRecordIn } from '#server/submissions/flight-records/service.ts';
import { manifestOf, type PackFacts } from './manifest.ts';
import { readOriginals } from './originals.ts';
import {
  findPackToMake,
  listFiles,
  listSubmissions,
  type PackRow,
  type SubmissionRow,
  listChapters,
  listMaps,
  listMeasurements,
  listPins,
  listAlignments,
  listViewpoints,
  listViewpointsOfFiles,
} from './queries.ts';
import { readmeOf } from './readme.ts';
import { readSigningKey } from './signing-key.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';

const SYSTEM = { kind: 'system' } as const;
/** A client's pack contains only these audit log entries in full. */
const CLIENT_ACTIONS = [
  'file.%',
  'submission.created',
  'submission.published',
  'submission.unpublished',
  'submission.archived',
  'submission.restored',
  'submission.moved',
  'pin.%',
  'map-build.done',
  'evidence-pack.%',
];

/** Fails without a retry if an original isn't what was uploaded. */
export async function makeEvidencePack(ctx: Context, id: string, run: JobRun): Promise<void> {
  const pack = await findPackToMake(ctx.db, id);
  if (!pack) return;
  await makeDownload(ctx, pack, run, async (progress) => ({
    entries: await makePack(ctx, pack, progress),
  }));
}

async function makePack(ctx: Context, pack: PackRow, progress: Progress): Promise<ZipEntry[]> {
  const originals = Entries.parse(pack.entries);
  const root = `${pack.fileName.replace(/\.zip$/, '')}/`;
  const rows = await ctx.db.as(SYSTEM, async (tx) => ({
    weeks: await listSubmissions(tx, pack.fileIds),
    files: await listFiles(tx, pack.fileIds),
  }));
  const files = await readOriginals(ctx, { pack, originals, rows: rows.files, root, progress });
  const { key, sign } = await readSigningKey(ctx);
  const facts: PackFacts = {
    pack,
    madeAt: ctx.clock(),
    origin: mailOrigin(ctx.config),
    operator: ctx.config.brand.name,
    key,
    weeks: rows.weeks,
    flights: await flightRecordsOf(ctx, pack, rows.weeks),
    pins: await ctx.db.as(viewerOf(pack), (tx) => listPins(tx, pack.fileIds)),
    files,
  };
  const keep = partWriter(ctx, facts, root);
  const companions = [
    await keep('README.html', Buffer.from(readmeOf(facts))),
    await keep('verify.mjs', await readFile(join(import.meta.dirname, 'verify.mjs'))),
    await keep('project.json', await projectDataOf(ctx, facts)),
    await writeAuditExcerpt(ctx, facts, root),
  ];
  const manifest = manifestOf(
    facts,
    companions.map(({ described }) => described),
  );
  const signature = {
    algorithm: 'Ed25519',
    signed: 'manifest.json',
    keyId: key.kid,
    publicKey: { kty: key.kty, crv: key.crv, x: key.x },
    signature: sign(manifest),
  };
  const signed = [
    await keep('manifest.json', manifest),
    await keep('signature.json', Buffer.from(`${JSON.stringify(signature, null, 1)}\n`)),
  ];
  return [...[...companions, ...signed].map(({ entry }) => entry), ...originals];
}

type Described = { path: string; bytes: number; sha256: string; crc32: number };

const partOf = (
  { pack, madeAt }: PackFacts,
  root: string,
  { crc32: sum, ...described }: Described,
) => ({
  described,
  entry: {
    name: `${root}${described.path}`,
    size: described.bytes,
    crc32: sum,
    modifiedAt: madeAt,
    source: downloadKey(pack.id, described.path),
  },
});

const partWriter =
  ({ storage }: Context, facts: PackFacts, root: string) =>
  async (path: string, bytes: Buffer) => {
    await storage.put(downloadKey(facts.pack.id, path), bytes);
    const sha256 = hash('sha256', bytes);
    return partOf(facts, root, { path, bytes: bytes.length, sha256, crc32: crc32(bytes) });
  };

async function writeAuditExcerpt(ctx: Context, facts: PackFacts, root: string) {
  const { pack, weeks, pins } = facts;
  const path = 'audit.jsonl';
  const scratch = await scratchFolder(join(ctx.config.dataDir, 'tmp'))();
  const subjectIds = [...weeks, ...pins].map(({ id }) => id).concat(pack.fileIds);
  if (pack.evidenceOfProject) subjectIds.push(pack.projectId);
  const about = { subjectIds, actions: isStaffRole(pack.role) ? null : CLIENT_ACTIONS };
  await withSnapshot(ctx.db, (snapshot) =>
    pipeline(Readable.from(auditExcerpt(snapshot, about)), createWriteStream(scratch)),
  );
  const digest = await hashFile(scratch);
  await ctx.storage.moveIn(scratch, downloadKey(pack.id, path));
  return partOf(facts, root, { path, ...digest });
}

const viewerOf = ({ personId, role, personCompanyId }: PackRow) =>
  viewerOfPerson(personId, role, personCompanyId);

/** Leaves out what the person who requested the pack can't see. */
const flightRecordsOf = (ctx: Context, pack: PackRow, weeks: readonly SubmissionRow[]) =>
  ctx.db.as(viewerOf(pack), async (tx) => {
    const found: PackFacts['flights'][number][] = [];
    for (const { id, title } of weeks) {
      const record = await flightRecordIn(tx, id);
      if (record) found.push({ title, record });
    }
    return found;
  });

/** Contains only data that the person who requested the pack can see. Format: docs/evidence.md. */
async function projectDataOf(
  { db }: Pick<Context, 'db'>,
  { pack, flights, pins }: PackFacts,
): Promise<Buffer> {
  const { fileIds } = pack;
  const viewer = viewerOf(pack);
  const lists = await db.as(viewer, async (tx) => ({
    viewpoints: await listViewpoints(tx, fileIds),
    photos: await listViewpointsOfFiles(tx, fileIds),
    registrations: await listAlignments(tx, fileIds),
    chapters: await listChapters(tx, fileIds),
    maps: await listMaps(tx, fileIds),
    measurements: await listMeasurements(tx, fileIds),
    pins,
    flights: flights.map(({ record: { submissionId: week, ...record } }) => ({ week, ...record })),
  }));
  const parts = Object.entries(lists).map(
    ([name, rows]) =>
      ` "${name}": [\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`,
  );
  const head = ' "format": "overfly-project",\n "version": 1,\n "project": ';
  return Buffer.from(`{\n${head}${JSON.stringify(pack.projectId)},\n${parts.join(',\n')}\n}\n`);
}
