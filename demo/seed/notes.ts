import { audit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listEntries } from './queries.ts';

const STARTED = 'demo.started';
const FINISHED = 'demo.finished';
const VISIT = 'demo.visit-made';
const PROJECT = 'demo.project-made';
const OWN = [VISIT, PROJECT, 'submission.moved', 'project.changed'];

/** What the seed made a visit of: its day (YYYY-MM-DD) and its files. */
type Made = { day: string; fileIds: string[] };
/** What the seed made a project of: when it starts and the latest Monday then, YYYY-MM-DD. */
type Begun = { startDate: string; monday: string };
/** The product's own entries; those of a project had the new day alone once. */
type Dated = { recordedDate: string; startDate: string | { to: string } };

/** A row of the sample as the seed made it; `date` is what the product itself has set since. */
type Noted<Of> = Of & { id: string; date: string };

export type SampleVisit = Noted<Made>;
export type SampleProjectNote = Noted<Begun>;

const WHOLE = { type: 'demo', id: null };

export const noteStart = (tx: Tx) => audit(tx, STARTED, WHOLE);
export const noteEnd = (tx: Tx) => audit(tx, FINISHED, WHOLE);
export const noteVisit = (tx: Tx, id: string, made: Made) =>
  audit(tx, VISIT, { type: 'submission', id }, made);
export const noteProject = (tx: Tx, id: string, begun: Begun) =>
  audit(tx, PROJECT, { type: 'project', id }, begun);

/** How far the sample has come: what people have removed since is not made again. */
export async function progressIn(tx: Tx): Promise<{ isStarted: boolean; isFinished: boolean }> {
  const rows = await listEntries(tx, [STARTED, FINISHED]);
  const noted = new Set(rows.map(({ action }) => action));
  return { isStarted: noted.has(STARTED), isFinished: noted.has(FINISHED) };
}

/** The visits and projects that the seed has made, and how the product has dated them since. */
export async function madeIn(tx: Tx) {
  const rows = await listEntries(tx, OWN);
  const visits = new Map<string, SampleVisit>();
  const projects = new Map<string, SampleProjectNote>();
  for (const { action, subjectId: id, detail } of rows) {
    if (id === null) continue;
    const said = detail as Partial<Made & Begun>;
    if (action === VISIT) visits.set(id, { id, ...(said as Made), date: said.day ?? '' });
    if (action === PROJECT)
      projects.set(id, { id, ...(said as Begun), date: said.startDate ?? '' });
    const moved = visits.get(id) ?? projects.get(id);
    const { recordedDate, startDate } = detail as Partial<Dated>;
    const date = recordedDate ?? (typeof startDate === 'object' ? startDate.to : startDate);
    if (moved && date) moved.date = date;
  }
  return { visits: [...visits.values()], projects: [...projects.values()] };
}
