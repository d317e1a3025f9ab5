import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { DownloadSize } from '#domain/downloads.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { djiXmp, dngPhoto, gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from '../process.ts';
import { withoutDerived } from '../without-derived.ts';
import { pairRawsAgain } from './sets.ts';

const site = runSite();
const RUN = { isLastTry: true, signal: new AbortController().signal };
const SHOT = {
  capturedAt: new Date('2026-06-02T15:00:00Z'),
  capturedLocal: '2026-06-02T10:00:00',
  latitude: 31.5585,
  longitude: -97.129,
  relativeAltitude: 60,
  gimbalPitch: -30,
  gimbalYaw: 40,
};
const { capturedAt: _at, capturedLocal: _local, ...SHOT_POSE } = SHOT;
const TAKEN = {
  ...gpsExif(SHOT.latitude, SHOT.longitude),
  IFD2: { DateTimeOriginal: '2026:06:02 10:00:01', OffsetTimeOriginal: '-05:00' },
};
const RAW = { fileName: 'dji_0033.dng', fileType: 'image/x-adobe-dng' };
const JPEG = { fileName: 'DJI_0033.JPG' };

let operator: Person;
let client: Person;
let project: { id: string };
let week: Awaited<ReturnType<typeof makeSubmission>>;

beforeEach(async () => {
  const { ctx } = site;
  ({ project, client, staff: operator } = await makeProjectWithPeople(ctx));
  week = await makeSubmission(ctx, project.id, { published: true });
});

const staff = () => site.as(operator);
const rowOf = (id: string) =>
  site.rows.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const viewpoints = () =>
  site.rows.selectFrom('viewpoints').selectAll().where('projectId', '=', project.id).execute();
const filesOf = async () =>
  (await site.as(client).files.listPublished({ submissionId: week.id })).files;

async function arrive(bytes: Buffer, changes: Parameters<typeof makeFile>[2]) {
  const { id } = await makeFile(site.ctx, week, { bytes, state: 'processing', ...changes });
  await processStored(site.ctx, id, RUN);
  return id;
}
/** Adds the two files of a shot in this order. The tiny DNG has no time or position, so these are set afterwards. */
async function shoot(order: readonly ('raw' | 'photo')[] = ['photo', 'raw']) {
  const ids = { raw: '', photo: '' };
  for (const one of order) {
    const exif = { ...TAKEN, IFD0: { ImageDescription: randomUUID() } };
    const jpeg = await jpegPhoto({ width: 320, height: 240, exif });
    if (one === 'photo') ids.photo = await arrive(jpeg, JPEG);
    else {
      ids.raw = await arrive(dngPhoto([jpeg, jpeg], 1), RAW);
      await site.rows.updateTable('files').set(SHOT).where('id', '=', ids.raw).execute();
      await pairRawsAgain(site.ctx, ids.raw);
    }
  }
  return ids;
}

test.each([[['photo', 'raw'] as const], [['raw', 'photo'] as const]])(
  'a photo and its RAW file, arriving as %s, are one photo',
  async (order) => {
    if (order[0] === 'raw') await makeViewpoint(site.ctx, project.id, SHOT_POSE);
    const { raw, photo } = await shoot(order);
    const parted = { kind: 'other', part: 'raw', rawOf: photo, viewpointId: null };
    expect(await rowOf(raw)).toMatchObject(parted);
    const files = await filesOf();
    expect(files).toMatchObject([{ id: photo, raw: { id: raw, fileName: RAW.fileName } }]);
    expect(files[0]?.viewpointId).toBe((await viewpoints())[0]?.id);
    const counts = { photoCount: 1, fileCount: 1 };
    expect(await staff().submissions.get({ id: week.id })).toMatchObject(counts);
    const archive = { fileCount: 2, rawCount: 1 };
    expect(await site.as(client).downloads.plan({ submissionId: week.id })).toMatchObject(archive);
    const kinds = ['photos' as const];
    const measured = (size: DownloadSize) => {
      const selection = { projectId: project.id, submissionIds: null, kinds, size };
      return site.as(client).downloads.measure(selection);
    };
    expect(await measured('reduced')).toMatchObject({ fileCount: 1, rawCount: 0 });
    expect(await measured('original')).toMatchObject({
      ...archive,
      ofKinds: [archive, {}, {}, {}],
    });
    const original = { url: files[0]?.raw?.originalUrl ?? '', headers: { cookie: client.cookie } };
    expect((await site.inject(original)).statusCode).toBe(200);
  },
);

test("a RAW file stands in while its photo is in the bin, and pairs again when it's restored", async () => {
  const { raw, photo } = await shoot();
  await staff().files.remove({ id: photo });
  await pairRawsAgain(site.ctx, photo);
  expect(await filesOf()).toMatchObject([{ id: raw, kind: 'photo', part: null, raw: null }]);
  expect((await rowOf(raw)).viewpointId).toBe((await viewpoints())[0]?.id);
  await staff().bin.restore({ kind: 'file', id: photo });
  await pairRawsAgain(site.ctx, photo);
  expect(await filesOf()).toMatchObject([{ id: photo, raw: { id: raw } }]);
});

test('a deleted RAW file pairs with its photo on restore, or stands alone if that is gone', async () => {
  const { raw, photo } = await shoot();
  await staff().files.remove({ id: raw });
  expect(await filesOf()).toMatchObject([{ id: photo, raw: null }]);
  await staff().bin.restore({ kind: 'file', id: raw });
  await pairRawsAgain(site.ctx, raw);
  expect(await filesOf()).toMatchObject([{ id: photo, raw: { id: raw } }]);
  await staff().files.remove({ id: raw });
  await staff().files.remove({ id: photo });
  await staff().bin.remove({ kind: 'file', id: photo });
  await staff().bin.restore({ kind: 'file', id: raw });
  await pairRawsAgain(site.ctx, raw);
  expect(await filesOf()).toMatchObject([{ id: raw, kind: 'photo' }]);
});

test('a RAW file restored from a backup is read again and stays with its photo', async () => {
  const { raw, photo } = await shoot();
  const row = withoutDerived({ kind: 'other', part: 'raw', state: 'ready', presets: [256] });
  expect(row).toMatchObject({ state: 'processing', presets: [] });
  const change = site.rows.updateTable('files').set({ state: 'processing', presets: [] });
  await change.where('id', '=', raw).execute();
  await processStored(site.ctx, raw, RUN);
  expect(await rowOf(raw)).toMatchObject({ state: 'ready', part: 'raw', rawOf: photo });
  expect(await rowOf(raw)).toMatchObject({ presets: [256, 512] });
});

test('a RAW file of another flight stays a photo, as does one that staff show separately', async () => {
  const other = await makeFile(site.ctx, week, {
    ...RAW,
    ...SHOT,
    capturedLocal: '2026-06-03T10:00:00',
  });
  const { raw } = await shoot();
  expect(await rowOf(other.id)).toMatchObject({ kind: 'photo', part: null });
  expect(await staff().files.showAsPhoto({ id: raw })).toMatchObject({ kind: 'photo', part: null });
  await pairRawsAgain(site.ctx, raw);
  expect(await filesOf()).toHaveLength(3);
});

test('link visitors get RAW files only with photos and downloads', async () => {
  await shoot();
  const open = async (allowDownload: boolean) => {
    const link = await makeShareLink(site.ctx, client.viewer, {
      projectId: project.id,
      allowDownload,
    });
    const { files } = await site
      .as()
      .shareLinks.openFiles({ token: link.token, submissionId: week.id });
    return files;
  };
  expect(await open(true)).toMatchObject([{ raw: { fileName: RAW.fileName } }]);
  expect(await open(false)).toMatchObject([{ raw: null }]);
});

test('the tiles of a panorama are grouped, without viewpoints', async () => {
  const tended = await makeViewpoint(site.ctx, project.id, {
    ...SHOT_POSE,
    gimbalYaw: 300,
    isTended: true,
  });
  const looks = [0, -30, -60].flatMap((pitch) =>
    [0, 45, 90, 135, 180, 225].map((yaw) => [pitch, yaw] as const),
  );
  const ids: string[] = [];
  const counts: number[] = [];
  for (const [at, [pitch, yaw]] of looks.entries()) {
    const seconds = String(at).padStart(2, '0');
    const exif = {
      ...TAKEN,
      IFD0: { ImageDescription: randomUUID() },
      IFD2: { DateTimeOriginal: `2026:06:02 10:00:${seconds}` },
    };
    const xmp = djiXmp(
      { RelativeAltitude: '60', GimbalPitchDegree: `${pitch}`, GimbalYawDegree: `${yaw}` },
      'attributes',
    );
    ids.push(
      await arrive(await jpegPhoto({ width: 64, height: 48, exif, xmp }), {
        fileName: `DJI_${seconds}.JPG`,
      }),
    );
    counts.push((await viewpoints()).length);
  }
  expect((await filesOf()).map(({ kind, part }) => `${kind} ${part}`)).toEqual(
    ids.map(() => 'other tile'),
  );
  expect(counts.at(-2)).toBe(looks.length);
  expect(await viewpoints()).toMatchObject([{ id: tended.id }]);
  expect(await staff().submissions.get({ id: week.id })).toMatchObject({
    photoCount: 0,
    cover: null,
  });
  const [id = ''] = ids;
  await staff().files.showAsPhoto({ id });
  expect(await viewpoints()).toHaveLength(2);
  await staff().files.showAsPhoto({ id, isShown: false });
  await processStored(site.ctx, id, RUN);
  expect(await rowOf(id)).toMatchObject({ kind: 'other', part: 'tile', viewpointId: null });
  expect(await viewpoints()).toMatchObject([{ id: tended.id }]);
});

test('a band of a multispectral photo is a file, and a second upload of it is recognized', async () => {
  const bytes = await sharp(Buffer.alloc(64 * 48, 9), {
    raw: { width: 64, height: 48, channels: 1 },
  })
    .toColourspace('b-w')
    .tiff()
    .toBuffer();
  const name = 'DJI_20250801090503_0001_MS_NIR.TIF';
  const id = await arrive(bytes, { fileName: name, fileType: 'image/tiff' });
  expect(await rowOf(id)).toMatchObject({
    state: 'ready',
    kind: 'other',
    part: 'band',
    viewpointId: null,
  });
  const { sha256 } = await rowOf(id);
  const known = await staff().uploads.check({ submissionId: week.id, sha256: [sha256] });
  expect(known.known).toHaveLength(1);
  const shown = await staff().files.showAsPhoto({ id });
  expect(shown).toMatchObject({ kind: 'photo', isShownAsPhoto: true });
  await staff().files.showAsPhoto({ id, isShown: false });
  await processStored(site.ctx, id, RUN);
  expect(await rowOf(id)).toMatchObject({ state: 'ready', kind: 'other', part: 'band' });
});
