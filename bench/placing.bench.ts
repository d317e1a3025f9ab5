// Whether photos that do not say where they were taken are put at the right viewpoint by what they show. The product itself
// takes the sample week by week, as somebody does whose drone writes no positions: of each week it knows all weeks before it,
// and no later one. What it does not place, or places wrongly, staff put right before the next week. The angles are off.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import {
  askForRegistration,
  assignPhotos,
  unplacedPhotosOf,
  untilRegistered,
} from '#server/viewpoints/service.ts';
import { registerViewpointJobs } from '#server/viewpoints/register.ts';
import type { Context } from '#server/platform/context.ts';
import { register } from '#server/platform/alignment/register.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import {
  makeCompany,
  makeFile,
  makeProject,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { layOnOneWeek } from './placing-one-week.ts';
import { NOISE, sameNumbers, samplePhoto, toldPose, truth, type Entry } from './sample-photos.ts';

const LIMITS = { precision: 0.99, recall: 0.97 };
const SYSTEM = { kind: 'system' } as const;
/** Photos of these viewpoints come along in a project that does not know them: nothing is to be put anywhere. */
const STRANGERS = new Set(['south-east', 'overhead-building']);

type Site = { projectId: string; viewpoints: Map<string, string> };
type Week = { id: string; projectId: string };

async function addPhoto(
  ctx: Context,
  week: Week,
  entry: Entry,
  told: Parameters<typeof makeFile>[2],
) {
  const { picture } = await samplePhoto(entry);
  const file = await makeFile(ctx, week, {
    presets: [1024, 2048],
    ...picture.full,
    capturedAt: new Date(entry.taken),
    ...told,
  });
  for (const [i, path] of picture.paths.entries())
    await ctx.storage.put(presetKey(file.id, i === 0 ? 1024 : 2048), readFileSync(path));
  return file.id;
}

/** Lets the worker look at all of a week once they are there. */
async function look(ctx: Context, fileIds: Iterable<string>) {
  for (const id of fileIds) await ctx.db.as(SYSTEM, (tx) => askForRegistration(ctx, tx, id));
  await untilRegistered(ctx);
}

/** The first week says where its photos were taken: the viewpoints are those of it. */
async function begin(ctx: Context, entries: readonly Entry[]): Promise<Site> {
  const { id: projectId } = await makeProject(ctx, (await makeCompany(ctx)).id);
  const week = await makeSubmission(ctx, projectId);
  const viewpoints = new Map<string, string>();
  const ids: string[] = [];
  for (const [sortOrder, entry] of entries.entries()) {
    const pose = toldPose(entry);
    const { id } = await makeViewpoint(ctx, projectId, { ...placed(pose), sortOrder });
    viewpoints.set(entry.viewpoint, id);
    const told = { ...placed(pose), viewpointId: id };
    ids.push(await addPhoto(ctx, { ...week, projectId }, entry, told));
  }
  await look(ctx, ids);
  return { projectId, viewpoints };
}

const placed = ({ latitude = 0, longitude = 0, ...pose }: ReturnType<typeof toldPose>) => ({
  latitude: latitude ?? 0,
  longitude: longitude ?? 0,
  gimbalYaw: pose.gimbalYaw ?? null,
  gimbalPitch: pose.gimbalPitch ?? null,
});

/** The photos of a week without positions, and where each is once nothing waits. */
async function visit(ctx: Context, { projectId }: Site, entries: readonly Entry[]) {
  const week = { ...(await makeSubmission(ctx, projectId)), projectId };
  const ids = new Map<string, Entry>();
  for (const entry of entries) {
    const { gimbalYaw = null, gimbalPitch = null } = toldPose(entry, next);
    const told = { gimbalYaw, gimbalPitch, flightYaw: gimbalYaw };
    ids.set(await addPhoto(ctx, week, entry, told), entry);
  }
  await look(ctx, ids.keys());
  const rows = await ctx.db.as(SYSTEM, (tx) =>
    tx
      .selectFrom('files')
      .select(['id', 'viewpointId'])
      .where('submissionId', '=', week.id)
      .execute(),
  );
  return rows.flatMap(({ id, viewpointId }) => {
    const entry = ids.get(id);
    return entry ? [{ id, viewpointId, entry }] : [];
  });
}

const next = sameNumbers();
const weeks = [...new Set(truth.photos.map(({ week }) => week))].toSorted((a, b) => a - b);
const ofWeek = (week: number | undefined) => truth.photos.filter((entry) => entry.week === week);

async function nextVisits(ctx: Context) {
  const site = await begin(ctx, ofWeek(weeks[0]));
  const counts = { all: 0, right: 0, wrong: 0, first: 0, offered: 0, notOffered: 0 };
  for (const week of weeks.slice(1)) {
    for (const { id, viewpointId, entry } of await visit(ctx, site, ofWeek(week))) {
      counts.all++;
      const right = site.viewpoints.get(entry.viewpoint) ?? '';
      if (viewpointId === right) {
        counts.right++;
        continue;
      }
      const { photos } = await unplacedPhotosOf(ctx, SYSTEM, site.projectId);
      const offers = photos.find((photo) => photo.id === id)?.offers ?? [];
      const at = offers.findIndex((offer) => offer.viewpointId === right);
      if (viewpointId) counts.wrong++;
      else counts[at === 0 ? 'first' : at > 0 ? 'offered' : 'notOffered']++;
      const told = offers.map((offer) => `${nameOf(site, offer.viewpointId)} by ${offer.by}`);
      console.log(
        `  ${entry.file}: ${viewpointId ? nameOf(site, viewpointId) : `offered ${told.join(', ')}`}`,
      );
      await assignPhotos(ctx, SYSTEM, right, [id]);
    }
    await untilRegistered(ctx);
  }
  return counts;
}

const nameOf = ({ viewpoints }: Site, id: string) =>
  [...viewpoints].find(([, each]) => each === id)?.[0] ?? 'another';

/** How many photos of viewpoints that a project does not know are put at one that it knows. */
async function strangers(ctx: Context) {
  const isStrange = ({ viewpoint }: Entry) => STRANGERS.has(viewpoint);
  const site = await begin(
    ctx,
    ofWeek(weeks[0]).filter((entry) => !isStrange(entry)),
  );
  const counts = { all: 0, put: 0 };
  for (const week of weeks.slice(1)) {
    for (const { id, viewpointId, entry } of await visit(ctx, site, ofWeek(week))) {
      const right = site.viewpoints.get(entry.viewpoint);
      if (right && viewpointId !== right) await assignPhotos(ctx, SYSTEM, right, [id]);
      if (right) continue;
      counts.all++;
      if (viewpointId) counts.put++;
    }
    await untilRegistered(ctx);
  }
  return counts;
}

async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'overfly-placing-bench-'));
  const real = await createContext(readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' }));
  let pairs = 0;
  // As in the decoding process, which has the lowest priority and so no time beside other work.
  const decoder: Context['decoder'] = {
    ...real.decoder,
    registerPair: ({ fixed, moving, isTurned }) => {
      pairs++;
      return register(fixed, moving, isTurned);
    },
  };
  const ctx = { ...real, decoder };
  try {
    await registerViewpointJobs(ctx);
    const { all, right, wrong, first, offered, notOffered } = await nextVisits(ctx);
    const [precision, recall] = [right / (right + wrong), right / all];
    const met = (isMet: boolean) => (isMet ? '' : ': NOT MET');
    console.log(
      `${all} photos without a position in ${weeks.length - 1} visits, angles up to ${NOISE.degrees} degrees off: put by themselves ` +
        `with precision ${precision.toFixed(3)} (limit ${LIMITS.precision})${met(precision >= LIMITS.precision)}, recall ` +
        `${recall.toFixed(3)} (limit ${LIMITS.recall})${met(recall >= LIMITS.recall)}; of the others the right one is offered ` +
        `first ${first}, behind others ${offered}, not ${notOffered}; ${(pairs / all).toFixed(1)} pairs a photo, all jobs of it`,
    );
    const strange = await strangers(ctx);
    console.log(
      `photos of viewpoints that the project does not know: ${strange.put} of ${strange.all} put somewhere (limit 0)`,
    );
  } finally {
    await real.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  if (process.env['ONE_WEEK']) await layOnOneWeek();
}

await main();
