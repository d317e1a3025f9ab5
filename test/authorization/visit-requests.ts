import { NO_POSITION } from '#domain/raster-place.ts';
import { setCalendarLink } from '#server/submissions/visits/calendar-links.ts';
import { addVisit } from '#server/submissions/visits/service.ts';
import { makeProject, makeSubmission, makeVisitPlan, VISIT_PLAN } from '../factories.ts';
import { get, input, none, unique, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

const DUE_AT = new Date(Date.now() + 30 * 86_400_000).toISOString();

const makeVisit = ({ ctx, project }: World) =>
  addVisit(ctx, { kind: 'system' }, { projectId: project.id, dueAt: DUE_AT });

async function projectWithPlan({ ctx, company }: World) {
  const { id } = await makeProject(ctx, company.id);
  await makeVisitPlan(ctx, id);
  return { projectId: id };
}
const projectWithoutPlan = async ({ ctx, company }: World) => ({
  projectId: (await makeProject(ctx, company.id)).id,
});
/** The client's; it works for anyone who has it. */
const calendarOf = async ({ ctx, people }: World) =>
  `${(await setCalendarLink(ctx, people.client.viewer, { isOn: true })).path}/visits.ics`;
const request = { day: DUE_AT.slice(0, 10), reason: 'Concrete pour' };

export const VISIT_REQUESTS: Record<string, Prepare> = {
  'card.compare': ({ project, file }) => input({ projectId: project.id, sizes: [file.fileSize] }),
  'card.locate': () => input({ rasters: [{ ...NO_POSITION, width: 1, height: 1 }] }),
  'visits.getPlan': ({ project }) => input({ projectId: project.id }),
  'visits.savePlan': async (world) => input({ ...(await projectWithPlan(world)), ...VISIT_PLAN }),
  'visits.pause': async (world) => input({ ...(await projectWithPlan(world)), reason: unique() }),
  'visits.pause without a plan': async (world) =>
    input({ ...(await projectWithoutPlan(world)), reason: unique() }),
  'visits.resume': async (world) => input(await projectWithPlan(world)),
  'visits.list': () => input({ from: new Date().toISOString(), until: DUE_AT }),
  'visits.request': async (world) => input({ ...(await projectWithPlan(world)), ...request }),
  'visits.request without a plan': async (world) =>
    input({ ...(await projectWithoutPlan(world)), ...request }),
  'visits.add': ({ project }) => input({ projectId: project.id, dueAt: DUE_AT }),
  'visits.update': async (world) => input({ id: (await makeVisit(world)).id, dueAt: DUE_AT }),
  'visits.update of a missing one': ({ draft }) => input({ id: draft.id }),
  'visits.cancel': async (world) => input({ id: (await makeVisit(world)).id, reason: unique() }),
  'visits.match': async (world) => {
    const { id } = await makeSubmission(world.ctx, world.project.id);
    return input({ submissionId: id, visitId: (await makeVisit(world)).id });
  },
  'visits.match with a flown one': ({ draft, flownVisit }) =>
    input({ submissionId: draft.id, visitId: flownVisit.id }),
  'visits.ofSubmission': ({ draft }) => input({ submissionId: draft.id }),
  'visits.getCalendarLink': none,
  'visits.setCalendarLink': () => input({ isOn: true }),
  'GET /calendar/:personId/:seal/:file': async (world) => get(await calendarOf(world)),
  'GET /calendar/:personId/:seal/:file with a false seal': async (world) =>
    get((await calendarOf(world)).replace(/.(?=\/visits)/, '-')),
};
