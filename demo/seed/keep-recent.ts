import type { StaffSubmission } from '#domain/submissions.ts';
import { changeProject, projectsFor } from '#server/projects/service.ts';
import { staffSubmissions } from '#server/submissions/service.ts';
import { ProjectQuery } from '#domain/projects.ts';
import type { Context } from '#server/platform/context.ts';
import { withLock } from '#server/platform/db/lock.ts';
import { moveVisit, type Move } from './move-visit.ts';
import { seededIn, progressIn, type SampleProjectNote, type SampleVisit } from './notes.ts';
import { mondayBefore } from './projects.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
const WEEK = 7;

type Visit = { visit: SampleVisit; submission: StaffSubmission };
type Start = { projectId: string; startDate: string };

/**
 * Moves the sample's visits forward by whole weeks, as far as none would be in the future, so that an older sample site
 * looks new. Moves only content created by the seed, except where a person changed a date. Does nothing until the
 * sample is complete. Can be interrupted and repeated.
 */
export async function keepRecent(ctx: Context): Promise<void> {
  if (isNothing(await outdated(ctx))) return;
  await withLock(ctx.db, 'sample site', async () => {
    const { moves, starts } = await outdated(ctx);
    for (const move of moves) await moveVisit(ctx, move);
    for (const { projectId, startDate } of starts) {
      await changeProject(ctx, SYSTEM, { id: projectId, startDate });
    }
  });
}

type Plan = { moves: Move[]; starts: Start[] };

const isNothing = ({ moves, starts }: Plan) => moves.length + starts.length === 0;

async function outdated(ctx: Context): Promise<Plan> {
  const made = await ctx.db.as(SYSTEM, async (tx) =>
    (await progressIn(tx)).isFinished ? seededIn(tx) : null,
  );
  const plan: Plan = { moves: [], starts: [] };
  if (!made) return plan;
  const now = ctx.clock();
  const visits = new Map(made.visits.map((visit) => [visit.id, visit]));
  const projects = await projectsFor(ctx, SYSTEM, ProjectQuery.parse({ limit: 500 }));
  for (const note of made.projects) {
    const project = projects.find(({ id }) => id === note.id);
    if (!project) continue;
    const own = (await staffSubmissions(ctx, SYSTEM, { projectId: note.id })).flatMap(
      (submission) => {
        const visit = visits.get(submission.id);
        return visit && submission.recordedDate === visit.date ? [{ visit, submission }] : [];
      },
    );
    const weeks = own.length > 0 ? weeksToMove(own, now) : null;
    plan.moves.push(...movesOf(own, weeks ?? 0));
    const startDate = startOf(note, weeks, now);
    const end = project.estimatedCompletionDate;
    const isOurs = project.startDate === note.date && (end === null || startDate <= end);
    if (isOurs && startDate > note.date) plan.starts.push({ projectId: note.id, startDate });
  }
  return plan;
}

/** How many weeks a project's visits can be moved forward from their original dates. */
function weeksToMove(visits: readonly Visit[], now: Date): number {
  const latest = mondayBefore(now, 0);
  const rooms = visits.map(({ visit, submission: { publishedAt } }) => {
    const byDay = daysBetween(visit.day, latest);
    const moved = daysBetween(visit.day, visit.date);
    const since = publishedAt === null ? Infinity : now.getTime() - Date.parse(publishedAt);
    return Math.floor(Math.min(byDay, since / DAY_MS + moved) / WEEK);
  });
  return Math.max(0, Math.min(...rooms));
}

const movesOf = (visits: readonly Visit[], weeks: number): Move[] =>
  visits.flatMap(({ visit }) => {
    const days = weeks * WEEK - daysBetween(visit.day, visit.date);
    return days > 0 ? [{ submissionId: visit.id, days, fileIds: visit.fileIds }] : [];
  });

/** The start date moves with the visits, or with the calendar for a project without visits. */
function startOf(note: SampleProjectNote, weeks: number | null, now: Date): string {
  const days = weeks === null ? daysBetween(note.monday, mondayBefore(now, 0)) : weeks * WEEK;
  return new Date(Date.parse(note.startDate) + days * DAY_MS).toISOString().slice(0, 10);
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
