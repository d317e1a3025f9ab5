import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createContext } from '#server/context.ts';
import { openServer } from '#server/platform/db/database.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { testLog } from '#test/database.ts';
import { makeFile, makeSubmission } from '#test/factories.ts';
import { RUN, runMapBuilds } from '#test/fixtures/map-builds.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { zipOf } from '#test/fixtures/zip-of.ts';
import { runSite } from '#test/site.ts';
import { buildMap } from './jobs.ts';
import { reconcileBuild } from './reconcile.ts';
import { sweepBuilds } from './service.ts';

const site = runSite();
const world = runMapBuilds(site);
const { staff, buildOf, start, reconcile, finish, imagesAtEngine } = world;

test('photos become files of the submission, with provenance in the audit log', async () => {
  await start();
  expect(await reconcile()).toMatchObject({ state: 'building', photoCount: 8, problem: null });
  expect(world.engine.running).toMatchObject([{ options: { dsm: true, 'pc-quality': 'medium' } }]);
  expect(await reconcile()).toMatchObject({ state: 'building', lastLine: 'last line' });
  await finish();
  const done = await reconcile();
  const names = ['Surface model (DSM).tif', 'Map report.pdf', 'Camera positions.geojson'];
  expect(done).toMatchObject({
    state: 'done',
    results: names.map((name) => ({ name })),
    engineVersion: 'odm 3.5.6 (API 2.2.4)',
  });
  expect(world.engine.tasks.size).toBe(0);
  const { files } = await staff().files.list({ submissionId: world.submission.id });
  expect(
    files
      .filter(({ kind }) => kind !== 'photo')
      .map(({ fileName, isForClients }) => [fileName, isForClients]),
  ).toEqual(
    expect.arrayContaining([
      [names[0], true],
      [names[1], true],
      [names[2], false],
    ]),
  );
  const entries = await site.auditEntries(world.submission.id);
  expect(entries.find(({ action }) => action === 'map-build.done')?.detail).toMatchObject({
    photos: 8,
    engineVersion: 'odm 3.5.6 (API 2.2.4)',
    photosSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    files: { 'Map report.pdf': expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect((await staff().notifications.list()).notifications).toMatchObject([
    { heading: 'A map is ready' },
  ]);
});

test('the engine gets each photo once, although it refuses many and loses answers', async () => {
  world.engine.faults.refused = 0.3;
  world.engine.faults.lost = 0.05;
  await start(100);
  await reconcile();
  expect((await buildOf()).state).toBe('building');
  const names = imagesAtEngine();
  expect(names).toHaveLength(100);
  expect(names.filter((name) => name.includes('_'))).toEqual([]);
});

test('a task with another number of photos is sent again', async () => {
  await start();
  await reconcile();
  world.engine.running[0]?.images.set('copy_.JPG', Buffer.alloc(1));
  await reconcile();
  expect(world.engine.removed.size).toBe(1);
  expect(imagesAtEngine()).toHaveLength(8);
  await finish();
  expect(await reconcile()).toMatchObject({ state: 'done' });
});

test.each(['Not enough memory', 'Cannot process dataset'])('"%s" is explained', async (message) => {
  await start();
  await reconcile();
  world.engine.finish(30, message);
  const failed = await reconcile();
  expect(failed.state).toBe('failed');
  expect(failed.problem).toMatch(/memory|overlap/);
  expect((await staff().notifications.list()).notifications).toMatchObject([
    { heading: 'A map could not be built' },
  ]);
  await start(0);
});

test('an engine that is down for a day only delays the map', async () => {
  await start();
  world.engine.faults.isDown = true;
  expect(await reconcile()).toMatchObject({
    state: 'sending',
    unreachableSince: expect.any(String),
  });
  site.clock.advance(86_400_000);
  expect((await reconcile()).state).toBe('sending');
  world.engine.faults.isDown = false;
  expect(await reconcile()).toMatchObject({ state: 'building', unreachableSince: null });
});

test('a forgotten task fails only after a while', async () => {
  await start();
  await reconcile();
  world.engine.tasks.clear();
  expect((await reconcile()).state).toBe('building');
  site.clock.advance(20 * 60_000);
  expect(await reconcile()).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/no longer knows/),
  });
});

test('an archive that is cut off is fetched again, and half of it is never shown', async () => {
  await start();
  await reconcile();
  await finish();
  world.engine.faults.cutAt = 0.4;
  expect(await reconcile()).toMatchObject({
    state: 'fetching',
    problem: expect.stringMatching(/damaged/),
  });
  expect((await staff().files.list({ submissionId: world.submission.id })).files).toHaveLength(8);
  world.engine.faults.cutAt = null;
  expect(await reconcile()).toMatchObject({ state: 'done', results: { length: 3 } });
});

test('maps that the project already has fail the build, and nothing is ready', async () => {
  for (const outcome of ['done', 'failed']) {
    site.clock.advance(1000);
    await start();
    await reconcile();
    await finish();
    expect((await reconcile()).state).toBe(outcome);
  }
  expect((await buildOf()).problem).toBe('The project already has the maps that the engine made.');
});

test('an archive that stays damaged fails the build', async () => {
  await start();
  await reconcile();
  await finish();
  world.engine.faults.cutAt = 0.4;
  for (let fetches = 1; fetches < 5; fetches++) expect((await reconcile()).state).toBe('fetching');
  expect(await reconcile()).toMatchObject({
    state: 'failed',
    problem: 'The archive from the engine is damaged.',
  });
});

test('an empty archive fails, and unknown paths are ignored', async () => {
  await start();
  await reconcile();
  world.engine.results.set('../../evil.tif', Buffer.from('x'));
  world.engine.finish(40);
  expect(await reconcile()).toMatchObject({
    state: 'failed',
    problem: 'The engine made no map of these photos.',
  });
  expect(await zipOf([])).toHaveLength(22);
});

test('a wrong token and a removed engine end the build with the reason', async () => {
  world.engine.faults.token = 'right';
  const { engineName } = await start(8, 'wrong');
  expect(engineName).toBe('Attic');
  expect(await reconcile()).toMatchObject({ problem: 'Invalid authentication token' });
});

test('positions of photos are sent with the names that the engine knows', async () => {
  const { id } = await makeFile(site.ctx, world.submission, { fileName: 'DJI_0001.JPG' });
  await site.ctx.storage.put(originalKey(id), randomBytes(200));
  const geo = await makeFile(site.ctx, world.submission, { fileName: 'GEO.txt', kind: 'other' });
  await site.ctx.storage.put(
    originalKey(geo.id),
    Buffer.from('EPSG:4326\ndji_0001.jpg -97.1 31.5\n'),
  );
  await start(5);
  expect((await reconcile()).photoCount).toBe(6);
  const sent = world.engine.running[0]?.images.get('geo.txt')?.toString();
  expect(sent).toBe(`EPSG:4326\n${id}.JPG -97.1 31.5\n`);
});

test('a map is aligned to the oldest surface model of the place, and the estimate uses its heights', async () => {
  const { submission } = world;
  const earlier = await makeSubmission(site.ctx, submission.projectId);
  await site.change(
    "update submissions set recorded_date = '2020-01-05' where id = $1",
    earlier.id,
  );
  const { id: surfaceId, bounds } = await makeRaster(site.ctx, earlier);
  await makeRaster(site.ctx, await makeSubmission(site.ctx, submission.projectId));
  const middle = (bounds.south + bounds.north) / 2;
  for (const [second, longitude] of [bounds.west + 1e-5, bounds.east - 1e-5].entries()) {
    const capturedAt = new Date(second);
    const at = { capturedAt, latitude: middle, longitude, relativeAltitude: 90, gimbalPitch: -90 };
    const lens = { equivalentFocalLength: 24, width: 4000, height: 3000 };
    await makeFile(site.ctx, submission, { ...at, ...lens });
  }
  // The ground rises from 0 to 99 m, above the second photo.
  expect(await staff().mapBuilds.estimate({ submissionId: submission.id })).toMatchObject({
    reference: earlier.title,
    photos: 2,
    usable: 1,
  });
  await site.ctx.storage.put(originalKey(surfaceId), randomBytes(200));
  expect(await start()).toMatchObject({ referenceFileId: surfaceId });
});

test('canceling removes the task at the engine', async () => {
  await start();
  const { id } = await reconcile();
  expect(await staff().mapBuilds.cancel({ id })).toMatchObject({ state: 'canceled' });
  expect(world.engine.tasks.size).toBe(0);
  await reconcileBuild(site.ctx, id, RUN);
  expect((await buildOf()).state).toBe('canceled');
});

test.each(['/init', '/upload', '/commit', '/info', '/all.zip', '/remove'])(
  'a build whose process is gone at %s is taken over, with one task and each photo once',
  async (step) => {
    await start();
    let isGone = false;
    world.engine.onRequest = async (path) => {
      if (isGone || !path.includes(step)) return;
      isGone = true;
      // From now on that process has no effect, as if it had been killed.
      await site.ctx.db.pool.query(
        "update map_builds set run_id = gen_random_uuid(), run_until = now() - interval '1 second'",
      );
    };
    for (let runs = 0; runs < 4; runs++) if ((await reconcile()).state === 'building') break;
    expect(imagesAtEngine()).toHaveLength(8);
    await finish();
    for (let runs = 0; runs < 3; runs++) await reconcile();
    expect(isGone).toBe(true);
    expect(await buildOf()).toMatchObject({ state: 'done', results: { length: 3 } });
    expect((await staff().files.list({ submissionId: world.submission.id })).files).toHaveLength(
      11,
    );
  },
);

test('two processes work on a build one after the other', async () => {
  const { id } = await start(40);
  const { pool } = site.ctx.db;
  const db = openServer(pool.options.connectionString ?? '', testLog);
  const other = await createContext(site.ctx.config, { db, log: testLog });
  const both = [site.ctx, other];
  await Promise.all([...both, ...both].map((ctx) => reconcileBuild(ctx, id, RUN)));
  expect(imagesAtEngine()).toHaveLength(40);
  expect(world.engine.tasks.size).toBe(1);
  await finish();
  await Promise.all([...both, ...both].map((ctx) => reconcileBuild(ctx, id, RUN)));
  expect((await staff().files.list({ submissionId: world.submission.id })).files).toHaveLength(43);
  await other.close();
});

test('a build that waits for its engine is queued again every minute, and while someone watches', async () => {
  const { id } = await start();
  await reconcile();
  const clearJobs = () => site.ctx.db.pool.query('delete from pgboss.job');
  const jobs = async () => {
    const { pending } = await site.ctx.queue.list(buildMap);
    return pending.filter(({ buildId }) => buildId === id).length;
  };
  await clearJobs();
  await sweepBuilds(site.ctx);
  await sweepBuilds(site.ctx);
  expect(await jobs()).toBe(1);
  await clearJobs();
  site.clock.advance(10_000);
  await buildOf();
  expect(await jobs()).toBe(1);
});
