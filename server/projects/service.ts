import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Audience } from '#domain/live.ts';
import {
  COMPLETION_BEFORE_START,
  isTypedName,
  type Project,
  type ProjectChange,
  type ProjectInput,
  type ProjectQuery,
} from '#domain/projects.ts';
import { assertCompany } from '#server/projects/companies/service.ts';
import { putInBin } from '#server/projects/bin/service.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { presentProject } from './present.ts';
import {
  findCompanyId,
  findProject,
  insertProject,
  isActiveStaff,
  listMemberIds,
  listProjects,
  lockProject,
  lockProjectToChange,
  updateProject,
} from './queries.ts';

export { SEEN_BY_CLIENT } from './queries.ts';

export { isProjectVisible } from './queries.ts';

export const projectsFor = (ctx: Context, viewer: Viewer, query: z.output<typeof ProjectQuery>) =>
  ctx.db.ask(viewer, (tx) => projectsIn(tx, query));

export const projectsIn = async (
  tx: Tx,
  query: z.output<typeof ProjectQuery>,
): Promise<Project[]> => (await listProjects(tx, query)).map(presentProject);

export const projectFor = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.ask(viewer, (tx) => projectById(tx, id));

/** Throws COMPANY_NOT_FOUND. */
export const createProject = (ctx: Context, viewer: Viewer, input: z.output<typeof ProjectInput>) =>
  withConstraintErrors(() => ctx.db.as(viewer, (tx) => createProjectIn(ctx, tx, input)));

export async function createProjectIn(ctx: Context, tx: Tx, input: z.output<typeof ProjectInput>) {
  await assertCompany(tx, input.companyId);
  const { id } = await insertProject(tx, {
    timeZone: ctx.config.brand.timeZone,
    ...input,
    createdBy: profileOf(viewerOf(tx)),
  });
  await ctx.record(tx, { type: 'project.created', id, name: input.name });
  return projectById(tx, id);
}

/** Throws PROJECT_NOT_FOUND, or NOT_STAFF if the manager isn't active staff. */
export const changeProject = (
  ctx: Context,
  viewer: Viewer,
  { id, ...changes }: { id: string } & z.output<typeof ProjectChange>,
) =>
  withConstraintErrors(() =>
    ctx.db.as(viewer, async (tx) => {
      if (changes.projectManagerId) await assertStaff(tx, changes.projectManagerId);
      const before = await lockProjectToChange(tx, id);
      if (!before) throw new AppError('PROJECT_NOT_FOUND');
      const different = changedFields(before, changes);
      if (!different) return projectById(tx, id);
      await updateProject(tx, id, changes);
      const { name = before.name } = changes;
      await ctx.record(tx, { type: 'project.changed', id, name, detail: different });
      return projectById(tx, id);
    }),
  );

/** Throws NOT_STAFF unless the person is active staff. */
export async function assertStaff(tx: Tx, personId: string): Promise<void> {
  if (!(await isActiveStaff(tx, personId))) throw new AppError('NOT_STAFF');
}

/** Throws PROJECT_NOT_FOUND or NAME_DOES_NOT_MATCH. */
export const removeProject = (
  ctx: Context,
  viewer: Viewer,
  { id, typedName }: { id: string; typedName: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    const project = await lockProject(tx, id);
    if (!project) throw new AppError('PROJECT_NOT_FOUND');
    const { name } = project;
    if (!isTypedName(typedName, name)) throw new AppError('NAME_DOES_NOT_MATCH');
    const audience = await audienceOf(tx, id);
    const files = await putInBin(ctx, tx, { kind: 'project', id });
    await ctx.record(tx, { type: 'project.put-in-bin', id, name, detail: { files }, audience });
    return { id, binDays: ctx.config.binDays };
  });

/** The clients who can see the project, to be notified when they lose access. */
export async function audienceOf(tx: Tx, projectId: string): Promise<Audience> {
  const project = await findCompanyId(tx, projectId);
  const profileIds = await listMemberIds(tx, projectId);
  return { companyId: project?.companyId ?? null, profileIds };
}

async function projectById(tx: Tx, id: string): Promise<Project> {
  const row = await findProject(tx, id);
  if (!row) throw new AppError('PROJECT_NOT_FOUND');
  return presentProject(row);
}

async function withConstraintErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'projects_dates_in_order':
        throw new AppError('INVALID_INPUT', COMPLETION_BEFORE_START);
      case 'projects_coordinates_together':
        throw new AppError('INVALID_INPUT', 'Enter both latitude and longitude.');
      default:
        throw error;
    }
  }
}
