import { beforeAll, expect, test } from 'vitest';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { djiXmp, gpsExif, insertXmp, jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from './process.ts';
import { staffFiles } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };
const SITE = { latitude: 31.5585, longitude: -97.129 };
const DEGREES_PER_METER = 1 / 111_195;
const site = runSite();
let companyId: string;

beforeAll(async () => {
  companyId = (await makeCompany(site.ctx)).id;
});

type Look = {
  north?: number;
  yaw?: number;
  pitch?: number;
  altitude?: number;
  nose?: number;
  equivalent?: number | undefined;
};

async function photo(look: Look): Promise<Buffer> {
  const { north = 0, yaw = 40, pitch = -35, altitude = 60, nose, equivalent } = look;
  const latitude = SITE.latitude + north * DEGREES_PER_METER;
  const lens = equivalent ? { IFD2: { FocalLengthIn35mmFilm: String(equivalent) } } : {};
  const bytes = await jpegPhoto({ exif: { ...gpsExif(latitude, SITE.longitude), ...lens } });
  const values = {
    RelativeAltitude: `+${altitude.toFixed(2)}`,
    GimbalYawDegree: yaw.toFixed(2),
    GimbalPitchDegree: pitch.toFixed(2),
    ...(nose === undefined ? {} : { FlightYawDegree: nose.toFixed(2) }),
  };
  return insertXmp(bytes, djiXmp(values, 'attributes'));
}

/** Adds a submission with these photos and processes them as the worker does. Returns the viewpoint of each photo. */
async function visit(projectId: string, photos: readonly Buffer[], names: string[] = []) {
  const { ctx } = site;
  const submission = await makeSubmission(ctx, projectId);
  const ids: string[] = [];
  for (const [i, bytes] of photos.entries()) {
    const named = names[i] ? { fileName: names[i] } : {};
    ids.push((await makeFile(ctx, submission, { bytes, state: 'processing', ...named })).id);
  }
  await Promise.all(ids.map((id) => processStored(ctx, id, FIRST_TRY)));
  const files = await staffFiles(ctx, SYSTEM, { submissionId: submission.id });
  return ids.map((id) => files.find((file) => file.id === id)?.viewpointId);
}
const makeSite = async () => (await makeProject(site.ctx, companyId)).id;

test('photos of the same place and direction share a viewpoint, in any order of visits', async () => {
  const projectId = await makeSite();
  const looks: Look[] = [{ yaw: 40 }, { yaw: 130 }, { yaw: 40, pitch: -90 }, { north: 80 }];
  const first = await visit(projectId, await Promise.all(looks.map(photo)));
  expect(new Set(first).size).toBe(looks.length);
  const hovering = looks.map((look) => ({ ...look, north: (look.north ?? 0) + 2, altitude: 61 }));
  const second = await visit(projectId, await Promise.all(hovering.toReversed().map(photo)));
  expect(second.toReversed()).toEqual(first);
});

test('photos with an unknown gimbal share a viewpoint if the aircraft faces the same way', async () => {
  const projectId = await makeSite();
  const unknown = [0, 90, 179.9, -90].map((nose) => ({ yaw: 0, pitch: 0, nose }));
  const first = await visit(projectId, await Promise.all(unknown.map(photo)));
  expect(new Set(first).size).toBe(4);
  const again = unknown.toReversed().map((look) => photo({ ...look, north: 1 }));
  const second = await visit(projectId, await Promise.all(again));
  expect(second.toReversed()).toEqual(first);
});

test('photos processed at the same moment create one viewpoint', async () => {
  const twins = [await photo({}), await photo({ north: 1 }), await photo({ north: 2 })];
  expect(new Set(await visit(await makeSite(), twins)).size).toBe(1);
});

test('a photo without a position has no viewpoint, and projects share none', async () => {
  const [one, none] = await visit(await makeSite(), [await photo({}), await jpegPhoto()]);
  const [other] = await visit(await makeSite(), [await photo({})]);
  expect(none).toBeNull();
  expect(one).toEqual(expect.any(String));
  expect(other).not.toBe(one);
});

test('photos of one pose have a viewpoint per lens, named after it', async () => {
  const projectId = await makeSite();
  const lenses = [
    { fileName: 'DJI_20250801100000_0001_W.JPG', equivalent: 24, suffix: /^Looking northeast$/ },
    { fileName: 'DJI_20250801100000_0001_Z.JPG', equivalent: 162, suffix: /, zoom$/ },
    { fileName: 'DJI_20250801100000_0001_T.JPG', suffix: /, thermal$/ },
    { fileName: 'DJI_0004.JPG', equivalent: 70, suffix: /, zoom$/ },
  ];
  const fly = async (of: typeof lenses, north: number) =>
    visit(
      projectId,
      await Promise.all(of.map(async ({ equivalent }) => photo({ north, equivalent }))),
      of.map(({ fileName }) => fileName),
    );
  const first = await fly(lenses, 0);
  expect(new Set(first).size).toBe(lenses.length);
  expect((await fly(lenses.toReversed(), 1)).toReversed()).toEqual(first);
  const staff = await makePerson(site.ctx, 'operator');
  const { viewpoints } = await site.as(staff).viewpoints.list({ projectId });
  for (const [i, { suffix }] of lenses.entries())
    expect(viewpoints.find(({ id }) => id === first[i])?.name).toMatch(suffix);
});

test('a viewpoint of unknown lens takes any photo until one from an ordinary lens arrives', async () => {
  const projectId = await makeSite();
  const fly = async (north: number, equivalent?: number) =>
    (await visit(projectId, [await photo({ north, equivalent })]))[0];
  const old = await fly(0);
  expect(await fly(1, 162)).toBe(old);
  expect(await fly(2, 24)).toBe(old);
  expect(await fly(3, 162)).not.toBe(old);
  expect(await fly(4, 28)).toBe(old);
});
