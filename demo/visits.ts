import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ProjectInput } from '#domain/projects.ts';
import { SubmissionInput } from '#domain/submissions.ts';
import { companiesFor } from '#server/features/companies/service.ts';
import { staffFiles } from '#server/features/files/service.ts';
import { createProject, projectsFor } from '#server/features/projects/service.ts';
import {
  createSubmission,
  publishSubmission,
  staffSubmission,
  staffSubmissions,
} from '#server/features/submissions/service.ts';
import { finishUpload } from '#server/features/uploads/finish.ts';
import { createUpload } from '#server/features/uploads/service.ts';
import type { Context } from '#server/platform/context.ts';
import { filesOf, unfinished, type SampleFile } from './card.ts';
import {
  mondayBefore,
  publicationOf,
  SAMPLE_PROJECTS,
  visitDays,
  type SampleProject,
} from './projects.ts';
import { SITE } from './scene/place.ts';
import { WAYPOINTS } from './scene/viewpoints.ts';

const SYSTEM = { kind: 'system' } as const;

/** Says how far the sample site has come. */
export type Tell = (line: string) => void;

/** Makes the sample projects, then flies their visits, oldest first; what is there already stays. */
export async function seedProjects(ctx: Context, tell: Tell): Promise<void> {
  const companies = await companiesFor(ctx, SYSTEM);
  const made = [];
  // The first of the list is made last: the newest projects stand on the dashboard.
  for (const sample of SAMPLE_PROJECTS.toReversed()) {
    const company = companies.find(({ companyCode }) => companyCode === sample.companyCode);
    if (company) made.push({ sample, projectId: await projectOf(ctx, company.id, sample) });
  }
  const total = made.reduce((sum, { sample }) => sum + sample.weeks, 0);
  let done = 0;
  const onPublished = () => tell(`Sample site: ${++done} of ${total} visits are published.`);
  for (const { sample, projectId } of made.toReversed()) {
    await flyVisits(ctx, projectId, { ...sample, onPublished });
  }
}

async function flyVisits(
  ctx: Context,
  projectId: string,
  { onPublished, ...sample }: SampleProject & { onPublished: () => void },
) {
  for (const [index, day] of visitDays(sample, ctx.clock()).entries()) {
    const week = index + 1;
    const isDraft = week > sample.weeks;
    const submissionId = await visitOf(ctx, projectId, { week, day, isDraft });
    const files = filesOf({
      week,
      day,
      site: sample.position,
      isSurveyed: sample.position === SITE,
    });
    await upload(ctx, submissionId, isDraft ? unfinished(files) : files);
    if (isDraft) continue;
    await whenProcessed(ctx, submissionId);
    await publishSubmission({ ...ctx, clock: () => publicationOf(day) }, SYSTEM, submissionId);
    onPublished();
  }
}

async function projectOf(ctx: Context, companyId: string, sample: SampleProject): Promise<string> {
  const { name, description, address, status, position, startWeeksAgo } = sample;
  const known = await projectsFor(ctx, SYSTEM, { companyId, sort: 'recent', limit: 500 });
  const existing = known.find((project) => project.name === name);
  if (existing) return existing.id;
  const startDate = mondayBefore(ctx.clock(), startWeeksAgo);
  const fields = { companyId, name, description, address, status, startDate, ...position };
  return (await createProject(ctx, SYSTEM, ProjectInput.parse(fields))).id;
}

type Visit = { week: number; day: string };

async function visitOf(
  ctx: Context,
  projectId: string,
  { week, day, isDraft }: Visit & { isDraft: boolean },
) {
  const title = isDraft ? `Week ${week} (draft)` : `Week ${week}`;
  const known = await staffSubmissions(ctx, SYSTEM, { projectId });
  const existing = known.find((submission) => submission.title === title);
  if (existing) return existing.id;
  const input = SubmissionInput.parse({
    projectId,
    title,
    contentType: 'weekly_update',
    summary: `Sample data. Weekly flight over the same ${WAYPOINTS.length} viewpoints.`,
    recordedDate: day,
  });
  return (await createSubmission(ctx, SYSTEM, input)).id;
}

async function upload(ctx: Context, submissionId: string, files: readonly SampleFile[]) {
  const known = new Set(
    (await staffFiles(ctx, SYSTEM, submissionId)).map(({ fileName }) => fileName),
  );
  for (const { fileName, read } of files) {
    if (known.has(fileName)) continue;
    const bytes = await read();
    const id = randomUUID();
    await createUpload(ctx, SYSTEM, { id, submissionId, fileName, fileSize: bytes.length });
    await ctx.uploads.append(id, Readable.from([bytes]));
    await finishUpload(ctx, SYSTEM, id);
  }
}

/** Resolves once the worker has looked at every file of a submission. */
async function whenProcessed(ctx: Context, submissionId: string): Promise<void> {
  const isDone = async () =>
    (await staffSubmission(ctx, SYSTEM, submissionId)).processingCount === 0;
  await new Promise<void>((resolve, reject) => {
    const look = () => void isDone().then((done) => done && finish(), reject);
    const stop = ctx.live.onEvent((event) => {
      if ('submissionId' in event && event.submissionId === submissionId) look();
    });
    const finish = () => {
      stop();
      resolve();
    };
    look();
  });
}
