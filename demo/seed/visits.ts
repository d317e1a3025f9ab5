import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ProjectInput } from '#domain/projects.ts';
import { SubmissionInput } from '#domain/submissions.ts';
import { isGeneratedName } from '#domain/viewpoint-names.ts';
import { staffFiles } from '#server/files/service.ts';
import { createProject, projectsFor } from '#server/projects/service.ts';
import {
  createSubmission,
  publishSubmission,
  staffSubmission,
  staffSubmissions,
} from '#server/submissions/service.ts';
import { changeViewpoint } from '#server/viewpoints/service.ts';
import { finishUpload } from '#server/files/uploads/finish.ts';
import { createUpload, discardUpload, uploadsOf } from '#server/files/uploads/service.ts';
import type { Context } from '#server/platform/context.ts';
import { seedFlightRecord } from './flight-record.ts';
import { seedMapBuild } from './map-build.ts';
import { filesOf, incompleteCard, type SampleFile } from './card.ts';
import { seededIn, recordProject, recordVisit } from './notes.ts';
import {
  creationOf,
  flightsOf,
  mondayBefore,
  publicationOf,
  SAMPLE_PROJECTS,
  type Flight,
  type SampleProject,
} from './projects.ts';
import { listCompanies } from './queries.ts';
import { seedVisitPlan } from './visit-plans.ts';
import { SITE } from '../flight/place.ts';
import { SURVEYS } from '../flight/calendar.ts';
import { WAYPOINTS } from '../flight/waypoints.ts';

const SYSTEM = { kind: 'system' } as const;

export type Print = (line: string) => void;

/** Creates missing visits, newest first, so that there's something to see soon. */
export async function seedProjects(ctx: Context, print: Print): Promise<void> {
  const companies = await ctx.db.as(SYSTEM, listCompanies);
  const ids = new Map<SampleProject, string>();
  // The first project in the list is created last, because the dashboard shows the newest projects.
  for (const sample of SAMPLE_PROJECTS.toReversed()) {
    const company = companies.find(({ companyCode }) => companyCode === sample.companyCode);
    if (!company) continue;
    const projectId = await projectOf(ctx, company.id, sample);
    ids.set(sample, projectId);
    await seedVisitPlan(ctx, projectId, sample);
  }
  const flights = flightsOf([...ids.keys()], ctx.clock());
  const total = flights.filter(({ isDraft }) => !isDraft).length;
  let done = 0;
  for (const flight of flights) {
    const projectId = ids.get(flight.sample) ?? '';
    if (await createVisit(ctx, projectId, flight)) {
      print(`Sample site: ${++done} of ${total} visits are published.`);
    }
  }
}

/** Returns whether the visit was published. */
async function createVisit(
  ctx: Context,
  projectId: string,
  { sample, isDraft, ...planned }: Flight,
) {
  const { id, day } = await visitOf(ctx, projectId, { ...planned, isDraft });
  const { position } = sample;
  const visit = { week: planned.week, day, site: position, isSurveyed: position === SITE };
  const files = isDraft ? incompleteCard(filesOf(visit)) : filesOf(visit);
  await upload(ctx, id, files);
  await recordFiles(ctx, id, { day, files });
  if (isDraft) return false;
  await waitUntilProcessed(ctx, id);
  await nameViewpoints(ctx, id, files);
  if (sample === SAMPLE_PROJECTS[0] && planned.week === sample.weeks)
    await seedFlightRecord(ctx, { submissionId: id, projectId });
  await publishSubmission({ ...ctx, clock: () => publicationOf(day) }, SYSTEM, { id });
  if (sample === SAMPLE_PROJECTS[0] && planned.week === SURVEYS[0]) {
    // Visits are made newest first, so the later one is there.
    const visits = await staffSubmissions(ctx, SYSTEM, { projectId });
    const made = visits.find(({ title }) => title === `Week ${SURVEYS[1]}`);
    if (made) await seedMapBuild(ctx, made, id);
  }
  return true;
}

/** Names new viewpoints after the waypoints of their photos. Relies on photos coming first in `files`. */
async function nameViewpoints(ctx: Context, submissionId: string, files: readonly SampleFile[]) {
  const photos = await staffFiles(ctx, SYSTEM, { submissionId });
  for (const [index, { name }] of WAYPOINTS.entries()) {
    const photo = photos.find(({ fileName }) => fileName === files[index]?.fileName);
    if (photo?.viewpointId && isGeneratedName(photo.viewpointName ?? ''))
      await changeViewpoint(ctx, SYSTEM, { id: photo.viewpointId, name });
  }
}

/** Records the visit's files only once, even if a restart repeats this. */
async function recordFiles(
  ctx: Context,
  submissionId: string,
  { day, files }: { day: string; files: readonly SampleFile[] },
) {
  const names = new Set(files.map(({ fileName }) => fileName));
  const own = (await staffFiles(ctx, SYSTEM, { submissionId })).filter((it) =>
    names.has(it.fileName),
  );
  await ctx.db.as(SYSTEM, async (tx) => {
    const { visits } = await seededIn(tx);
    if (visits.some(({ id }) => id === submissionId)) return;
    await recordVisit(tx, submissionId, { day, fileIds: own.map(({ id }) => id) });
  });
}

async function projectOf(ctx: Context, companyId: string, sample: SampleProject): Promise<string> {
  const { name, description, address, status, position, startWeeksAgo } = sample;
  const known = await projectsFor(ctx, SYSTEM, { companyId, sort: 'recent', limit: 500 });
  const existing = known.find((project) => project.name === name);
  if (existing) return existing.id;
  const startDate = mondayBefore(ctx.clock(), startWeeksAgo);
  const fields = { companyId, name, description, address, status, startDate, ...position };
  const { id } = await createProject(ctx, SYSTEM, ProjectInput.parse(fields));
  const monday = mondayBefore(ctx.clock(), 0);
  await ctx.db.as(SYSTEM, (tx) => recordProject(tx, id, { startDate, monday }));
  return id;
}

/** Finds or creates the visit's submission. The day of an existing one may differ from `day`. */
async function visitOf(
  ctx: Context,
  projectId: string,
  { week, day, isDraft }: Omit<Flight, 'sample'>,
): Promise<{ id: string; day: string }> {
  const title = isDraft ? `Week ${week} (draft)` : `Week ${week}`;
  const known = await staffSubmissions(ctx, SYSTEM, { projectId });
  const existing = known.find((submission) => submission.title === title);
  if (existing) return { id: existing.id, day: existing.recordedDate ?? day };
  const input = SubmissionInput.parse({
    projectId,
    title,
    contentType: 'weekly_update',
    summary: `Sample data. Weekly flight over the same ${WAYPOINTS.length} viewpoints.`,
    recordedDate: day,
  });
  const created = new Date(Math.min(creationOf(day).getTime(), ctx.clock().getTime()));
  return { id: (await createSubmission({ ...ctx, clock: () => created }, SYSTEM, input)).id, day };
}

async function upload(ctx: Context, submissionId: string, files: readonly SampleFile[]) {
  await discardPartialUploads(ctx, submissionId, new Set(files.map(({ fileName }) => fileName)));
  const known = new Set(
    (await staffFiles(ctx, SYSTEM, { submissionId })).map(({ fileName }) => fileName),
  );
  for (const { fileName, read } of files) {
    if (known.has(fileName)) continue;
    const bytes = await read();
    const id = randomUUID();
    await createUpload(ctx, SYSTEM, {
      id,
      home: { submissionId },
      fileName,
      fileSize: bytes.length,
    });
    await ctx.uploads.append(id, Readable.from([bytes]));
    await finishUpload(ctx, SYSTEM, id);
  }
}

/** Discards partial uploads of a process that was killed, because nothing resumes them. */
async function discardPartialUploads(
  ctx: Context,
  submissionId: string,
  names: ReadonlySet<string>,
) {
  for (const { id, state, fileName } of await uploadsOf(ctx, SYSTEM, { submissionId })) {
    if (state === 'receiving' && names.has(fileName)) await discardUpload(ctx, SYSTEM, { id });
  }
}

async function waitUntilProcessed(ctx: Context, submissionId: string): Promise<void> {
  const isDone = async () =>
    (await staffSubmission(ctx, SYSTEM, { id: submissionId })).processingCount === 0;
  await new Promise<void>((resolve, reject) => {
    const look = () => void isDone().then((done) => done && finish(), reject);
    const stop = ctx.live.onEvent((event) => {
      // A changed project may have been deleted.
      const isOurs = 'submissionId' in event && event.submissionId === submissionId;
      if (isOurs || event.type === 'project.changed') look();
    });
    const finish = () => {
      stop();
      resolve();
    };
    look();
  });
}
