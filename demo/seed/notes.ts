import { randomUUID } from 'node:crypto';
import { isSampleSite } from '#server/operations/setup/service.ts';
import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listEntries, markSample } from './queries.ts';

const STARTED = 'demo.started';
const FINISHED = 'demo.finished';
const VISIT = 'demo.visit-made';
const PROJECT = 'demo.project-made';
const OWN = [VISIT, PROJECT, 'submission.moved', 'project.changed'];

type SeededVisit = { day: string; fileIds: string[] };
/** `monday` is the latest Monday when the project was created. Dates are YYYY-MM-DD. */
type SeededProject = { startDate: string; monday: string };
/** Details of audit entries. In older entries, `startDate` is the new date as a string. */
type Dated = { recordedDate: string; startDate: string | { to: string } };

/** A row as created by the seed. `date` is its current date. */
type Noted<Of> = Of & { id: string; date: string };

export type SampleVisit = Noted<SeededVisit>;
export type SampleProjectNote = Noted<SeededProject>;

const WHOLE = { type: 'demo', id: null };

/** The mark lasts until the sample site is removed, even before it has any rows. */
export async function recordStart(tx: Tx) {
  await markSample(tx, [randomUUID()]);
  await audit(tx, STARTED, WHOLE);
}
export const recordEnd = (tx: Tx) => audit(tx, FINISHED, WHOLE);
export const recordVisit = (tx: Tx, id: string, made: SeededVisit) =>
  audit(tx, VISIT, { type: 'submission', id }, made);
export const recordProject = (tx: Tx, id: string, begun: SeededProject) =>
  audit(tx, PROJECT, { type: 'project', id }, begun);

/** Reads whether the sample was started and finished, so that content people deleted isn't created again. */
export async function progressIn(tx: Tx): Promise<{ isStarted: boolean; isFinished: boolean }> {
  const isStarted = await isSampleSite(tx);
  return { isStarted, isFinished: isStarted && (await listEntries(tx, [FINISHED])).length > 0 };
}

/** Visits and projects created by the seed, with their current dates. */
export async function seededIn(tx: Tx) {
  const rows = await listEntries(tx, OWN);
  const visits = new Map<string, SampleVisit>();
  const projects = new Map<string, SampleProjectNote>();
  for (const { action, subjectId: id, detail } of rows) {
    if (id === null) continue;
    const seeded = detail as Partial<SeededVisit & SeededProject>;
    if (action === VISIT)
      visits.set(id, { id, ...(seeded as SeededVisit), date: seeded.day ?? '' });
    if (action === PROJECT)
      projects.set(id, { id, ...(seeded as SeededProject), date: seeded.startDate ?? '' });
    const moved = visits.get(id) ?? projects.get(id);
    const { recordedDate, startDate } = detail as Partial<Dated>;
    const date = recordedDate ?? (typeof startDate === 'object' ? startDate.to : startDate);
    if (moved && date) moved.date = date;
  }
  return { visits: [...visits.values()], projects: [...projects.values()] };
}
