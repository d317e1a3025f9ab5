import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { presetKey } from '#server/platform/storage/storage.ts';
import {
  makeCompany,
  makeFile,
  makeProject,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { viewOf } from '#test/fixtures/views.ts';
import { runSite } from '#test/site.ts';
import { alignPhoto } from './jobs.ts';
import { alignStored } from './align.ts';
import { unplacedPhotosOf } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const RUN = { isLastTry: false, signal: new AbortController().signal };
const DOWN = { gimbalPitch: -90 };
/** Generous, because alignment has the lowest priority of all jobs. */
const PATIENCE_MS = 120_000;
const site = runSite();
let company: { id: string };

beforeAll(async () => {
  company = await makeCompany(site.ctx);
});

type Week = { id: string; projectId: string };
type Changes = Parameters<typeof makeFile>[2];

async function makeWeeks(): Promise<[Week, Week, Week]> {
  const { id: projectId } = await makeProject(site.ctx, company.id);
  const week = async () => ({ ...(await makeSubmission(site.ctx, projectId)), projectId });
  return [await week(), await week(), await week()];
}

let day = 0;
async function photo(week: Week, bytes: Buffer, changes: Changes = {}) {
  const facts = { presets: [1024], width: 4096, height: 3072, ...changes };
  const file = await makeFile(site.ctx, week, { ...facts, capturedAt: new Date(2026, 0, ++day) });
  await site.ctx.storage.put(presetKey(file.id, 1024), bytes);
  return file.id;
}

async function viewpoint(week: Week, bytes: Buffer, changes: Changes = {}) {
  const { id } = await makeViewpoint(site.ctx, week.projectId);
  const referenceId = await photo(week, bytes, { ...changes, viewpointId: id });
  await site.change('update viewpoints set reference_id = $2 where id = $1', id, referenceId);
  return id;
}

const placeOf = async (id: string) =>
  (
    await site.rows
      .selectFrom('files')
      .select('viewpointId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).viewpointId;

const pending = async () => (await site.ctx.queue.list(alignPhoto)).pending;

test(
  'a photo unlike the reference is matched through a later photo of the viewpoint',
  async () => {
    const [first, second, third] = await makeWeeks();
    await viewpoint(first, await viewOf(3));
    const changed = await viewpoint(first, await viewOf(1));
    const later = await photo(second, await viewOf(2), { viewpointId: changed });
    const fresh = await photo(third, await viewOf(2, { x: 30, y: -20 }));
    await alignStored(site.ctx, fresh, RUN);
    expect(await placeOf(fresh)).toBe(changed);
    const alignments = await site.rows
      .selectFrom('registrations')
      .selectAll()
      .where('fileId', '=', fresh)
      .execute();
    expect(alignments).toMatchObject([{ referenceId: later, reason: null }]);
    // Its alignment to the reference is derived from that alignment.
    expect(await pending()).toContainEqual({ fileId: fresh });
  },
  PATIENCE_MS,
);

test(
  'viewpoints in other directions come last, and photos of the same week count only as references',
  async () => {
    const [first, second] = await makeWeeks();
    const along = { gimbalPitch: -30, gimbalYaw: 10 };
    const other = await viewpoint(first, await viewOf(1), { gimbalPitch: -30, gimbalYaw: 190 });
    await viewpoint(first, await viewOf(3), along);
    await photo(second, await viewOf(2), { ...along, viewpointId: other });
    const twin = await photo(second, await viewOf(2), along);
    await alignStored(site.ctx, twin, RUN);
    expect(await placeOf(twin)).toBeNull();
    // This photo is matched although its compass was wrong.
    const turned = await photo(second, await viewOf(1, { x: 20 }), along);
    await alignStored(site.ctx, turned, RUN);
    expect(await placeOf(turned)).toBe(other);
  },
  PATIENCE_MS,
);

/** A later photo in which only a strip on the left is unchanged. */
async function rebuilt(at: { x: number; y: number }, left: number): Promise<Buffer> {
  const same = await sharp(await viewOf(1, at))
    .extract({ left: 0, top: 0, width: left, height: 768 })
    .toBuffer();
  return sharp(await viewOf(2, at))
    .composite([{ input: same, left: 0, top: 0 }])
    .webp({ quality: 80 })
    .toBuffer();
}

test(
  'a vertical photo of a rebuilt site is matched by its neighbor of the same week',
  async () => {
    const [first, second] = await makeWeeks();
    const [here, beside] = [
      { x: 0, y: 0 },
      { x: 250, y: 170 },
    ];
    const wide = await viewpoint(first, await viewOf(1, here), DOWN);
    const close = await viewpoint(first, await viewOf(1, beside), DOWN);
    const lost = await photo(second, await rebuilt(beside, 100), DOWN);
    await alignStored(site.ctx, lost, RUN);
    expect(await placeOf(lost)).toBeNull();

    const neighbor = await photo(second, await rebuilt(here, 350), { ...DOWN, viewpointId: wide });
    await alignStored(site.ctx, neighbor, RUN);
    expect(await pending()).toContainEqual({ fileId: lost });
    await alignStored(site.ctx, lost, RUN);
    expect(await placeOf(lost)).toBe(close);
    // There is no viewpoint here, because nothing was captured here before.
    const unknown = await photo(second, await viewOf(2, { x: 270, y: -100 }), DOWN);
    await alignStored(site.ctx, unknown, RUN);
    expect(await placeOf(unknown)).toBeNull();
  },
  PATIENCE_MS,
);

test(
  'a photo positioned far from the site gets a suggestion for the viewpoint it shows',
  async () => {
    const [first, second] = await makeWeeks();
    const { projectId } = first;
    const shown = await viewpoint(first, await viewOf(1));
    for (let i = 0; i < 5; i++) await photo(first, await viewOf(1), { viewpointId: shown });
    const stray = await makeViewpoint(site.ctx, projectId, { name: 'Overhead 9', latitude: 40 });
    const far = { latitude: 40, longitude: -97.129, viewpointId: stray.id };
    const lost = await photo(second, await viewOf(1, { x: 20 }), far);
    await alignStored(site.ctx, lost, RUN);
    expect(await placeOf(lost)).toBe(stray.id);
    const { photos } = await unplacedPhotosOf(site.ctx, SYSTEM, { projectId });
    expect(photos).toMatchObject([
      { id: lost, reason: 'far-off', offers: [{ viewpointId: shown, by: 'picture' }] },
    ]);
  },
  PATIENCE_MS,
);
