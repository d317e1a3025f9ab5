import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { nameOf } from '#domain/people.ts';
import type { Candidates, CandidatesQuery, Member, ProjectTeam } from '#domain/project-members.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { totalOf } from '#server/platform/db/search.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import {
  countClients,
  deleteMember,
  findProject,
  insertMember,
  listCandidates,
  listClients,
  listManagers,
  listMembers,
  type MemberRow,
} from './queries.ts';

type Membership = { projectId: string; personId: string };

/** Throws PROJECT_NOT_FOUND. */
export const teamOf = (
  ctx: Context,
  viewer: Viewer,
  { projectId }: { projectId: string },
): Promise<ProjectTeam> =>
  ctx.db.as(viewer, async (tx) => {
    const project = await projectById(tx, projectId);
    const clients = await listClients(tx, project.companyId);
    return {
      managerId: project.projectManagerId,
      members: (await listMembers(tx, projectId)).map(presentMember),
      managers: (await listManagers(tx)).map(presentMember),
      clients: clients.map(presentMember),
      clientCount: await totalOf(clients, 0, () => countClients(tx, project.companyId)),
    };
  });

/** Throws PROJECT_NOT_FOUND. */
export const candidatesFor = (
  ctx: Context,
  viewer: Viewer,
  { projectId, search }: z.output<typeof CandidatesQuery>,
): Promise<z.output<typeof Candidates>> =>
  ctx.db.as(viewer, async (tx) => {
    const { companyId } = await projectById(tx, projectId);
    const rows = await listCandidates(tx, { projectId, companyId, search });
    return { people: rows.map(presentMember) };
  });

/** Adds a person from outside the company; does nothing for members. Throws PROJECT_NOT_FOUND or PERSON_NOT_FOUND. */
export async function addMember(ctx: Context, viewer: Viewer, membership: Membership) {
  const { projectId, personId } = membership;
  try {
    return await ctx.db.as(viewer, async (tx) => {
      const { name } = await projectById(tx, projectId);
      const added = await insertMember(tx, projectId, personId);
      if (added)
        await ctx.record(tx, {
          type: 'project.member-added',
          name,
          ...membershipEvent(membership),
        });
      return membership;
    });
  } catch (error) {
    if (brokenConstraint(error) === 'project_members_person_id_fkey') {
      throw new AppError('PERSON_NOT_FOUND');
    }
    throw error;
  }
}

/** Throws PROJECT_NOT_FOUND, or PERSON_NOT_FOUND if the person isn't a member. */
export const removeMember = (ctx: Context, viewer: Viewer, membership: Membership) =>
  ctx.db.as(viewer, async (tx) => {
    const { projectId, personId } = membership;
    const { name } = await projectById(tx, projectId);
    if (!(await deleteMember(tx, projectId, personId))) throw new AppError('PERSON_NOT_FOUND');
    await ctx.record(tx, { type: 'project.member-removed', name, ...membershipEvent(membership) });
    return membership;
  });

/** The audience includes the person, because they can't see the project after being removed. */
const membershipEvent = ({ projectId, personId }: Membership) => ({
  id: projectId,
  detail: { personId },
  audience: { companyId: null, profileIds: [personId] },
});

async function projectById(tx: Tx, id: string) {
  const project = await findProject(tx, id);
  if (!project) throw new AppError('PROJECT_NOT_FOUND');
  return project;
}

const presentMember = (row: MemberRow): Member => ({
  id: row.id,
  name: nameOf(row),
  email: readableEmail(row.email),
  role: row.role,
  companyName: row.companyName,
  isActive: row.isActive,
});
