import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EngineOptions } from '#domain/map-builds.ts';
import { addFile, filesWithHash, inRunFolder } from '#server/files/service.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { extractResults, type MapResult } from './archive.ts';
import { EngineError, openArchive, readState, readTask } from './engine.ts';
import { companyOf, photosDigest } from './queries.ts';
import type { Run } from './run.ts';

const TYPES: Record<string, { fileType: string; kind: 'raster' | 'document' | 'other' }> = {
  tif: { fileType: 'image/tiff', kind: 'raster' },
  pdf: { fileType: 'application/pdf', kind: 'document' },
  geojson: { fileType: 'application/geo+json', kind: 'other' },
  laz: { fileType: 'application/vnd.laszip', kind: 'other' },
  glb: { fileType: 'model/gltf-binary', kind: 'other' },
};

/** Adds all results to the submission in one transaction, so that nobody sees half of a map. */
export const fetchResults = (run: Run): Promise<void> =>
  inRunFolder(run.ctx, run.build.id, async (folder) => {
    const archive = join(folder, 'all.zip');
    await download(run, archive);
    const results = await extractResults(archive, folder);
    assertMap(results, 'The engine made no map of these photos.');
    const added = await withoutKnown(run, results);
    assertMap(added, 'The project already has the maps that the engine made.');
    const made = await howMade(run);
    const files: Stored[] = [];
    for (const result of added) files.push(await store(run, result));
    await run.save(
      {
        state: 'done',
        progress: null,
        problem: null,
        finishedAt: run.ctx.clock(),
        engineVersion: made.engineVersion,
        results: JSON.stringify(files.map(({ id: fileId, fileName: name }) => ({ fileId, name }))),
      },
      async (tx) => {
        for (const file of files) await addResult(run, tx, file);
        await recordResults(run, tx, made, files);
      },
    );
  });

function assertMap(results: readonly MapResult[], message: string): void {
  if (!results.some(({ name }) => name.endsWith('.tif')))
    throw new EngineError(message, { isFinal: true });
}

/** Both versions of an engine that was upgraded since the photos were sent, and the options that it doesn't know. */
async function howMade({ engine, build }: Run) {
  const versions = new Set([build.engineVersion, (await readState(engine)).label]);
  const kept = (await readTask(engine, build.taskId))?.options.map(({ name }) => name) ?? [];
  const asked = Object.keys(build.options as EngineOptions);
  // An engine that reports no options at all doesn't report them.
  const ignoredOptions = kept.length > 0 ? asked.filter((name) => !kept.includes(name)) : [];
  return { engineVersion: [...versions].join(', '), ignoredOptions };
}
type Made = Awaited<ReturnType<typeof howMade>>;

/** How the map was made, for the audit chain and evidence packs. */
export async function recordResults(
  { ctx, build }: Pick<Run, 'ctx' | 'build'>,
  tx: Tx,
  made: Made,
  files: readonly Pick<Stored, 'fileName' | 'sha256'>[],
) {
  const { submissionId, projectId, createdBy, title: name } = build;
  const { engineName, preset, options, photoCount: photos } = build;
  const photosSha256 = await photosDigest(tx, build.id);
  const hashes = Object.fromEntries(files.map(({ fileName, sha256 }) => [fileName, sha256]));
  await ctx.record(tx, {
    type: 'map-build.done',
    id: submissionId,
    subjectType: 'submission',
    name,
    projectId,
    submissionId,
    createdBy,
    detail: { engineName, ...made, preset, options, photos, photosSha256, files: hashes },
  });
}

/** The project can't have the same bytes twice. */
async function withoutKnown({ ctx, build }: Run, results: readonly MapResult[]) {
  const hashes = results.map(({ digest }) => digest.sha256);
  const known = await ctx.db.as({ kind: 'system' }, (tx) =>
    filesWithHash(tx, build.projectId, hashes),
  );
  return results.filter(({ digest }) => !known.some(({ sha256 }) => sha256 === digest.sha256));
}

async function download({ engine, build, signal }: Run, path: string): Promise<void> {
  const { body, length } = await openArchive(engine, build.taskId, signal);
  await pipeline(body, createWriteStream(path), { signal });
  const { size } = await stat(path);
  if (length !== null && size !== length)
    throw new EngineError('The archive from the engine is incomplete.');
}

type Stored = { id: string; fileName: string; fileSize: number; sha256: string; crc32: number };

async function store({ ctx }: Run, { name, path, digest }: MapResult): Promise<Stored> {
  const id = randomUUID();
  const { bytes: fileSize, sha256, crc32 } = digest;
  await ctx.storage.moveIn(path, originalKey(id));
  return { id, fileName: name, fileSize, sha256, crc32 };
}

async function addResult({ ctx, build }: Run, tx: Tx, file: Stored): Promise<void> {
  const [home] = await companyOf(tx, build.submissionId);
  const type = TYPES[file.fileName.split('.').at(-1) ?? ''];
  if (!home || !type) throw new Error(`Can't add ${file.fileName}.`);
  const { submissionId, createdBy } = build;
  const isForClients = type.kind !== 'other';
  await addFile(ctx, tx, { ...file, ...type, ...home, submissionId, isForClients, createdBy });
}
