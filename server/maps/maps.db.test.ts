import { beforeAll, describe, expect, test } from 'vitest';
import type { Measure } from '#domain/measurements.ts';
import { tileUrl } from '#domain/rasters.ts';
import {
  makeFile,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { type Site, runSite } from '#test/site.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const week = await makeOwnedWeek(ctx);
  const raster = await makeRaster(ctx, week.submission);
  const photo = await makeFile(ctx, week.submission, { latitude: 30.27, longitude: -97.75 });
  const operator = await makePerson(ctx, 'operator');
  return { ...week, raster, photo, operator };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

const client = () => site.as(world.owner);
const middle = (): [number, number] => {
  const { west, south, east, north } = world.raster.bounds;
  return [(west + east) / 2, (south + north) / 2];
};
const corners = (): [number, number][] => {
  const [[x, y], d] = [middle(), 5e-5];
  return [
    [x - d, y - d],
    [x + d, y - d],
    [x + d, y + d],
    [x - d, y + d],
  ];
};
const height = (): Measure => ({ kind: 'height', fileId: world.raster.id, at: middle() });
const volume = (fileId = world.raster.id): Measure => ({
  kind: 'volume',
  fileId,
  corners: corners(),
  base: { kind: 'height', height: 0 },
});
const code = (error: { code?: string }) => error.code;

async function tile(style: Parameters<typeof tileUrl>[1] = {}, place: string | null = null) {
  const { weeks } = await client().maps.ofProject({ projectId: world.project.id });
  const { mediaUrl = '' } = weeks[0]?.rasters[0] ?? {};
  const [longitude, latitude] = middle();
  const north = Math.atanh(Math.sin((latitude * Math.PI) / 180));
  const [x, y] = [(longitude + 180) / 360, 0.5 - north / (2 * Math.PI)].map((at) =>
    Math.floor(at * 2 ** 18),
  );
  const url = tileUrl(mediaUrl, style).replace('{z}/{x}/{y}', place ?? `18/${x}/${y}`);
  return site.inject({ url, headers: { cookie: world.owner.cookie } });
}

describe('a tile', () => {
  test('is drawn once, cached like pictures, and distinguished by its style', async () => {
    const [plain, again] = [await tile(), await tile()];
    expect(plain.statusCode).toBe(200);
    expect(plain.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=21600, immutable',
    });
    expect(again.rawPayload).toEqual(plain.rawPayload);
    const styles = [
      await tile({ hillshade: true }),
      await tile({ stretch: [0, 50] }),
      await tile({ before: world.raster.id }),
    ];
    const bodies = [plain, ...styles].map(({ rawPayload }) => rawPayload.toString('base64'));
    expect(new Set(bodies).size).toBe(4);
    const almost = await tile({ stretch: [0, 50.05] });
    expect(almost.rawPayload).toEqual(styles[1]?.rawPayload);
  });

  test('outside the raster is an empty picture', async () => {
    const outside = await tile({}, '18/1/1');
    expect(outside.statusCode).toBe(200);
    expect(outside.rawPayload.length).toBeLessThan(200);
  });

  test.each([
    ['25/0/0', 404],
    ['2/4/0', 404],
    ['2/0/-1', 404],
    ['2/0/1e0', 404],
    ['0/0/0', 200],
  ])('at %s returns %i', async (place, status) => {
    expect((await tile({}, place)).statusCode).toBe(status);
  });

  test.each([
    [[5, 5], 400],
    [[NaN, 5], 400],
    [[5, Infinity], 400],
  ] as const)('stretched from %j returns %i', async (stretch, status) => {
    expect((await tile({ stretch })).statusCode).toBe(status);
  });

  test('of a raster that was aligned again has a new URL', async () => {
    const first = await client().maps.ofProject({ projectId: world.project.id });
    await site.change(
      "update rasters set updated_at = now() + interval '5 s' where file_id = $1",
      world.raster.id,
    );
    const then = await client().maps.ofProject({ projectId: world.project.id });
    expect(then.weeks[0]?.rasters[0]?.mediaUrl).not.toBe(first.weeks[0]?.rasters[0]?.mediaUrl);
    expect((await tile()).statusCode).toBe(200);
  });
});

test('the newest orthophotos are those at the site in the newest visible submission', async () => {
  const { company, owner } = await makeOwnedWeek(site.ctx);
  const project = await makeProject(site.ctx, company.id);
  const week = async (published: boolean, day: string) => {
    const submission = await makeSubmission(site.ctx, project.id, { published });
    const change = 'update submissions set recorded_date = $1 where id = $2';
    await site.change(change, day, submission.id);
    return submission;
  };
  const add = (submission: Awaited<ReturnType<typeof week>>, rasterType = 'orthophoto' as const) =>
    makeRaster(site.ctx, submission, { changes: { rasterType } });
  const old = await week(true, '2026-11-02');
  const newest = await week(true, '2026-11-09');
  const draft = await week(false, '2026-11-16');
  await add(old);
  const [west, east] = [await add(newest), await add(newest)];
  const unpublished = await add(draft);
  const found = async (person: { cookie: string }) =>
    (await site.as(person).maps.orthophotos()).orthophotos
      .filter(({ projectId }) => projectId === project.id)
      .map(({ fileId, day }) => `${fileId} ${day}`)
      .toSorted();
  const ofNewest = [west, east].map(({ id }) => `${id} 2026-11-09`);
  expect(await found(owner)).toEqual(ofNewest.toSorted());
  expect(await found(world.operator)).toEqual([`${unpublished.id} 2026-11-16`]);
  expect(await found(world.owner)).toEqual([]);
  await site.change('update projects set latitude = 1, longitude = 1 where id = $1', project.id);
  expect(await found(owner)).toEqual([]);
  const { south, west: edge } = west.bounds;
  await site.change(
    `update projects set latitude = ${south - 0.09}, longitude = ${edge} where id = $1`,
    project.id,
  );
  expect(await found(owner)).toHaveLength(2);
});

describe('measuring', () => {
  test('is refused with a message without heights, for another project, or outside the raster', async () => {
    const elsewhere = await makeProject(site.ctx, world.company.id);
    const other = await makeRaster(
      site.ctx,
      await makeSubmission(site.ctx, elsewhere.id, { published: true }),
    );
    const warm = await makeRaster(site.ctx, world.submission, {
      changes: { rasterType: 'thermal' },
    });
    const ask = (measure: Measure) => client().maps.measure(measure).catch(code);
    expect(await ask(volume(warm.id))).toBe('MAP_WITHOUT_HEIGHTS');
    const change = { kind: 'change', corners: corners() } as const;
    expect(await ask({ ...change, fileId: world.raster.id, earlierFileId: other.id })).toBe(
      'MAPS_OF_TWO_PROJECTS',
    );
    const outside = {
      ...volume(),
      corners: corners().map(([x, y]): [number, number] => [x + 1, y]),
    };
    expect(await ask(outside as Measure)).toBe('MEASURED_OUTSIDE');
    await site.change('update rasters set proj4 = null, west = null where file_id = $1', other.id);
    expect(await ask(volume(other.id))).toBe('MAP_WITHOUT_PLACE');
  });

  test("stores the server's result, which can be exported", async () => {
    const { id: submissionId } = world.submission;
    await client().measurements.create({ submissionId, title: '=Pile "A"', measure: volume() });
    const kept = await client().measurements.create({
      submissionId,
      title: 'Top',
      measure: height(),
    });
    expect(kept).toMatchObject({ mayChange: true, result: { kind: 'height', height: 50 } });
    const staff = site.as(world.operator).measurements;
    await staff.rename({ id: kept.id, title: 'Peak' });
    await client().measurements.rename({ id: kept.id, title: 'Summit' });
    const { measurements } = await client().measurements.list({ submissionId });
    expect(measurements.map(({ title }) => title)).toEqual(['=Pile "A"', 'Summit']);

    const file = (format: string) =>
      site.inject({
        url: `/api/submissions/${submissionId}/measurements.${format}`,
        headers: { cookie: world.owner.cookie },
      });
    const json = (await file('geojson')).json();
    expect(json).toMatchObject({
      type: 'FeatureCollection',
      features: [
        { geometry: { type: 'Polygon' }, properties: { title: '=Pile "A"', kind: 'volume' } },
        { geometry: { type: 'Point', coordinates: middle() }, properties: { height: 50 } },
      ],
    });
    expect(json.features[0].geometry.coordinates[0]).toHaveLength(5);
    const csv = (await file('csv')).body.split('\r\n');
    expect(csv[0]).toContain('"Height (ft)","Base (ft)","Above (yd³)"');
    expect(csv[1]).toMatch(/^"'=Pile ""A""","Volume"/);
    expect(csv[2]).toContain('"Height"');
    expect(csv[2]).toContain(',164.042,');
    await site.as(world.owner).account.chooseUnits({ units: 'metric' });
    const metric = (await file('csv')).body.split('\r\n');
    expect(metric[0]).toContain('"Height (m)","Base (m)","Above (m³)"');
    expect(metric[2]).toContain(',50,');

    const stranger = await makePerson(site.ctx, 'client', { companyId: world.company.id });
    const theirs = await site.as(stranger).measurements.list({ submissionId });
    expect(theirs.measurements.map(({ mayChange }) => mayChange)).toEqual([false, false]);
    await client().measurements.remove({ id: kept.id });
    expect((await staff.list({ submissionId })).measurements).toHaveLength(1);
  });
});

describe('a share link', () => {
  const open = async (switches: { showMaps?: boolean; showPositions?: boolean }) => {
    const { token } = await makeShareLink(site.ctx, world.owner.viewer, {
      projectId: world.project.id,
      ...switches,
    });
    const links = site.as().shareLinks;
    const submissionId = world.submission.id;
    const { files } = await links.openFiles({ token, submissionId });
    const { weeks } = await links.openMaps({ token });
    const { measurements } = await links.openMeasurements({ token, submissionId });
    const measured = await links.measure({ token, measure: height() }).catch(code);
    return { files, weeks, measurements, measured };
  };

  test('shows maps and saved measurements, and allows measuring, unless turned off', async () => {
    const shown = await open({});
    expect(shown.weeks[0]?.rasters[0]?.mediaUrl).toMatch(/^\/media\/s\//);
    expect(shown.files.map(({ kind }) => kind)).toContain('raster');
    expect(shown.measurements.length).toBeGreaterThan(0);
    expect(shown.measured).toEqual({ kind: 'height', height: 50 });
    const hidden = await open({ showMaps: false });
    expect(hidden).toMatchObject({ weeks: [], measurements: [], measured: 'FILE_NOT_FOUND' });
    expect(hidden.files.map(({ kind }) => kind)).not.toContain('raster');
  });

  test('shows where photos were taken only when its owner allows it', async () => {
    const placeIn = ({ files }: Awaited<ReturnType<typeof open>>) =>
      files.find(({ id }) => id === world.photo.id)?.latitude;
    expect(placeIn(await open({}))).toBeUndefined();
    expect(placeIn(await open({ showPositions: true }))).toBe(30.27);
  });
});

test("a file's drawn tiles are removed with it", async () => {
  await tile();
  const { mapCache } = site.ctx;
  await mapCache.write(world.raster.id, 'x/1.webp', Buffer.from('tile'));
  await mapCache.drop(world.raster.id);
  expect(await mapCache.read(world.raster.id, 'x/1.webp')).toBeNull();
});
