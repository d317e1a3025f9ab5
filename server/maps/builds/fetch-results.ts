import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addFile, filesWithHash, inRunFolder } from '#server/files/service.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { extractResults, type MapResult } from './archive.ts';
import { EngineError, openArchive } from './engine.ts';
import { companyOf, photosDigest } from './queries.ts';
import type { Run } from './reconcile.ts';

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
    if (!results.some(({ name }) => name.endsWith('.tif')))
      throw new EngineError('The engine made no map of these photos.', { isFinal: true });
    const files: Stored[] = [];
    for (const result of results) files.push(await store(run, result));
    const { build, ctx } = run;
    const { id, title: name, projectId, createdBy, engineName, engineVersion, options } = build;
    const changes = {
      state: 'done' as const,
      progress: null,
      problem: null,
      finishedAt: ctx.clock(),
    };
    const made = files.map(({ id: fileId, fileName }) => ({ fileId, name: fileName }));
    await run.save({ ...changes, results: JSON.stringify(made) }, async (tx) => {
      const added = [];
      for (const file of files) if (await addResult(run, tx, file)) added.push(file);
      const provenance = { engineName, engineVersion, options, photos: build.photoCount };
      const sha256 = added.map((file) => file.sha256);
      const detail = { ...provenance, photosSha256: await photosDigest(tx, id), results: sha256 };
      const { submissionId } = build;
      await ctx.record(tx, {
        type: 'map-build.done',
        id,
        name,
        projectId,
        submissionId,
        createdBy,
        detail,
      });
    });
  });

async function download({ engine, build, signal }: Run, path: string): Promise<void> {
  const { body, length } = await openArchive(engine, build.taskId, signal);
  await pipeline(Readable.fromWeb(body), createWriteStream(path), { signal });
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

/** Returns false if the project already has these bytes. */
async function addResult({ ctx, build }: Run, tx: Tx, file: Stored): Promise<boolean> {
  const [home] = await companyOf(tx, build.submissionId);
  if (!home) throw new Error('The submission is gone.');
  if ((await filesWithHash(tx, home.projectId, [file.sha256])).length > 0) return false;
  const type = TYPES[file.fileName.split('.').at(-1) ?? ''] ?? TYPES['geojson'];
  if (!type) return false;
  const { projectId, companyId } = home;
  const ofSubmission = { submissionId: build.submissionId, projectId, companyId };
  const isForClients = type.kind !== 'other';
  await addFile(ctx, tx, {
    ...file,
    ...type,
    ...ofSubmission,
    isForClients,
    createdBy: build.createdBy,
  });
  return true;
}
