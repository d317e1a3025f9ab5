import { uploadedPicture } from '#domain/site-pictures.ts';
import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { findPicture } from '#server/platform/settings/queries.ts';
import { reportKey, presetKey } from '#server/platform/storage/storage.ts';
import { makeArtifact } from '#server/sharing/artifact/make.ts';
import { ReportContent, type Alignment, type Picture } from './content.ts';
import { renderReport } from './document.ts';
import { REPORT } from './jobs.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns null if the picture was deleted; rethrows other errors. */
async function loadPicture(
  { storage, decoder }: Pick<Context, 'storage' | 'decoder'>,
  { fileId, preset }: Picture,
  alignment: Alignment | null = null,
): Promise<Buffer | null> {
  const key = presetKey(fileId, preset);
  if ((await storage.size(key)) === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'overfly-report-'));
  try {
    const outputPath = join(folder, 'picture.jpg');
    await storage.withLocalFile(key, (path) =>
      alignment
        ? decoder.makeFilmFrame(frameOf(alignment, { path, folder, outputPath }))
        : decoder.makeJpeg(path, outputPath),
    );
    return await readFile(outputPath);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function loadLogo({ db }: Pick<Context, 'db'>, url: string): Promise<Buffer | null> {
  const { hash } = uploadedPicture(url) ?? {};
  if (hash === undefined) return null;
  return (await db.ask({ kind: 'system' }, (tx) => findPicture(tx, hash)))?.content ?? null;
}

type Paths = { path: string; folder: string; outputPath: string };

const frameOf = ({ photo, matrix, frame }: Alignment, paths: Paths) => ({
  ...paths,
  photo,
  matrix,
  frameSize: frame,
  gain: 1,
  under: null,
  label: null,
  isJpeg: true as const,
});

export async function makeRequestedReport(ctx: Context, id: string, run: JobRun): Promise<void> {
  await makeArtifact(ctx, REPORT, { id, run }, async (report, { signal, setPercent }) => {
    const content = ReportContent.parse(report.content);
    const bytes = await renderReport(content, {
      madeAt: report.createdAt,
      logo: await loadLogo(ctx, content.brand.logoUrl ?? ''),
      load: (picture, alignment) => loadPicture(ctx, picture, alignment),
      onPercent(percent) {
        signal.throwIfAborted();
        setPercent(percent);
      },
    });
    await ctx.storage.put(reportKey(id), bytes);
    return bytes.length;
  });
}
