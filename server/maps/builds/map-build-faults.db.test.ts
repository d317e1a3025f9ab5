import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffRaster } from '#domain/rasters.ts';
import { processStored } from '#server/files/process.ts';
import type { Config } from '#server/config.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { makeMap, RUN, smallPhoto, runMapBuilds } from '#test/fixtures/map-builds.ts';
import { hasS3Server, startS3Server, type S3Server } from '#test/s3-server.ts';
import { runSite } from '#test/site.ts';
import { buildMap } from './jobs.ts';
import { reconcileBuild } from './reconcile.ts';
import { sweepBuilds } from './service.ts';

const site = runSite();
const world = runMapBuilds(site);
const { staff, start, reconcile, finish, imagesAtEngine } = world;

test('the audit log has both versions of an engine that was upgraded, and ignored options', async () => {
  await start();
  await reconcile();
  world.engine.version = '3.6.0';
  await finish();
  const engineVersion = 'odm 3.5.6 (API 2.2.4), odm 3.6.0 (API 2.2.4)';
  expect(await reconcile()).toMatchObject({ state: 'done', engineVersion });
  const entries = await site.auditEntries(world.submission.id);
  expect(entries.find(({ action }) => action === 'map-build.done')?.detail).toMatchObject({
    engineVersion,
    options: { 'auto-boundary': true, dsm: true },
    ignoredOptions: ['auto-boundary', 'dem-resolution'],
  });
});

test.each(['/upload', '/commit'])(
  'an engine that forgets its tasks before %s gets all photos again',
  async (step) => {
    await start(12);
    let uploads = 0;
    world.engine.onRequest = async (path) => {
      if (!path.includes(step) || ++uploads !== (step === '/commit' ? 1 : 6)) return;
      world.engine.tasks.clear();
    };
    expect(await reconcile()).toMatchObject({ state: 'building', problem: null });
    expect(new Set(imagesAtEngine()).size).toBe(12);
    expect(world.engine.tasks.size).toBe(1);
  },
);

test('an engine that lost all photos of a build that waited to commit gets them again', async () => {
  await start();
  const { faults } = world.engine;
  world.engine.onRequest = async (path) => {
    if (path.includes('/commit')) faults.token = 'changed';
  };
  expect((await reconcile()).state).toBe('sending');
  world.engine.onRequest = async () => {};
  world.engine.tasks.clear();
  faults.token = null;
  expect(await reconcile()).toMatchObject({ state: 'building', problem: null });
  expect(imagesAtEngine()).toHaveLength(8);
});

test('maps of another place, without a position, or damaged arrive with the usual warnings', async () => {
  await start();
  await site.change(
    'update projects set latitude = 30.27, longitude = -97.75 where id = $1',
    world.submission.projectId,
  );
  await reconcile();
  const { results } = world.engine;
  results.set('odm_orthophoto/odm_orthophoto.tif', await makeMap(120_000));
  const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } });
  results.set('odm_dem/dsm.tif', await plain.tiff().toBuffer());
  results.set('odm_dem/dtm.tif', Buffer.from('not a map'));
  world.engine.finish(40);
  expect(await reconcile()).toMatchObject({ state: 'done', results: { length: 3 } });

  const submissionId = world.submission.id;
  const { files } = await staff().files.list({ submissionId });
  const maps = files.filter(({ kind }) => kind === 'raster');
  for (const { id } of maps) await processStored(site.ctx, id, RUN);
  const { rasters } = await staff().rasters.list({ submissionId });
  const named = (name: string): Partial<StaffRaster> =>
    rasters.find(({ fileName }) => fileName.startsWith(name)) ?? {};
  expect(named('Orthophoto')).toMatchObject({ state: 'ready', isMap: true });
  expect(named('Orthophoto').metersFromProject).toBeGreaterThan(4e5);
  expect(named('Surface')).toMatchObject({ state: 'ready', isMap: false, hasPosition: false });
  expect(named('Terrain')).toMatchObject({ rasterType: null, reason: expect.any(String) });
}, 90_000);

test('a webhook that says "completed" changes nothing while the task runs', async () => {
  await start();
  const { id } = await reconcile();
  const [task] = world.engine.running;
  Object.assign(task ?? {}, { status: { code: 20 }, progress: 40 });
  await site.ctx.db.pool.query('delete from pgboss.job');
  const { statusCode } = await site.inject({
    method: 'POST',
    url: new URL(task?.webhook ?? '').pathname,
    payload: { status: { code: 40 }, progress: 100 },
  });
  expect(statusCode).toBe(204);
  expect((await site.ctx.queue.list(buildMap)).pending).toEqual([{ buildId: id }]);
  expect(await reconcile()).toMatchObject({ state: 'building', progress: 40 });
  expect(world.engine.tasks.size).toBe(1);
});

describe('with workers', () => {
  const busySite = runSite();
  const busy = runMapBuilds(busySite);

  test('50 builds wait in the queue of the engine, and none starves', async () => {
    const { id: engineId } = await busy.addEngine();
    const submissions: { id: string; projectId: string }[] = [];
    for (let builds = 0; builds < 50; builds++) {
      const project = await makeProject(busySite.ctx, busy.people.company.id);
      const submission = await makeSubmission(busySite.ctx, project.id);
      submissions.push(submission);
      for (let i = 0; i < 5; i++)
        await makeFile(busySite.ctx, submission, { bytes: await smallPhoto() });
      await busy.staff().mapBuilds.start({ submissionId: submission.id, engineId });
    }
    const states = async () => {
      const all = submissions.map(({ id }) => busy.staff().mapBuilds.list({ submissionId: id }));
      const builds = (await Promise.all(all)).flatMap((list) => list.builds);
      return new Set(
        builds.map(({ state, progress, problem }) => `${state} ${progress} ${problem}`),
      );
    };
    const waiting = async () => (await busySite.ctx.queue.list(buildMap)).pending.length;
    await busySite.ctx.queue.work(buildMap, ({ buildId }, run) =>
      reconcileBuild(busySite.ctx, buildId, run),
    );
    const settled = { timeout: 60_000, interval: 100 };
    for (let sweeps = 0; sweeps < 2; sweeps++) {
      await Promise.all([sweepBuilds(busySite.ctx), sweepBuilds(busySite.ctx)]);
      expect(await waiting()).toBeLessThanOrEqual(100);
      await expect.poll(waiting, settled).toBe(0);
      expect(await states()).toEqual(new Set(['building null null']));
    }
    expect(busy.engine.tasks.size).toBe(50);
    expect(new Set(busy.imagesAtEngine()).size).toBe(250);
    expect(busy.imagesAtEngine()).toHaveLength(250);
    busy.engine.results.set('odm_dem/dsm.tif', await makeMap());
    busy.engine.finish(40);
    await sweepBuilds(busySite.ctx);
    await expect.poll(waiting, settled).toBe(0);
    expect(await states()).toEqual(new Set(['done null null']));
  }, 180_000);
});

describe.each(hasS3Server ? ['radosgw'] : [])('on S3 (%s)', () => {
  const config: Partial<Config> = {};
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
    config.s3 = server.settings;
  });
  const bucketSite = runSite({ config });
  const bucket = runMapBuilds(bucketSite);
  afterAll(() => server.stop());

  test('photos are sent and results are stored', async () => {
    await bucket.start();
    expect(await bucket.reconcile()).toMatchObject({ state: 'building', problem: null });
    const sent = bucket.engine.running.flatMap(({ images }) => [...images.values()]);
    expect(new Set(sent.map((bytes) => bytes.toString('hex'))).size).toBe(8);
    await bucket.finish();
    expect(await bucket.reconcile()).toMatchObject({ state: 'done', results: { length: 3 } });
    const { files } = await bucket.staff().files.list({ submissionId: bucket.submission.id });
    const { id = '' } = files.find(({ kind }) => kind === 'raster') ?? {};
    expect(await bucketSite.ctx.storage.read(originalKey(id))).toEqual(await makeMap());
  });
});
