import { AppError } from '#domain/errors.ts';
import { nameOf } from '#domain/people.ts';
import type { Member, ProjectTeam } from '#domain/project-members.ts';
import { isStaffRole } from '#domain/roles.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  deleteMember,
  findProject,
  insertMember,
  listMembers,
  listOutsiders,
  type MemberRow,
} from './queries.ts';

type Membership = { projectId: string; personId: string };

/** Who works on a project, and who may be asked to. PROJECT_NOT_FOUND. */
export const teamOf = (ctx: Context, viewer: Viewer, projectId: string): Promise<ProjectTeam> =>
  ctx.db.as(viewer, async (tx) => {
    const project = await projectById(tx, projectId);
    const members = (await listMembers(tx, projectId)).map(presentMember);
    const outsiders = (await listOutsiders(tx, project.companyId)).map(presentMember);
    const memberIds = new Set(members.map(({ id }) => id));
    return {
      managerId: project.projectManagerId,
      members,
      candidates: outsiders.filter(({ id }) => !memberIds.has(id)),
      managers: outsiders.filter(({ role }) => isStaffRole(role)),
    };
  });

/** Lets somebody see a project that is not of their company; once is enough. PERSON_NOT_FOUND. */
export async function addMember(ctx: Context, viewer: Viewer, membership: Membership) {
  const { projectId, personId } = membership;
  try {
    return await ctx.db.as(viewer, async (tx) => {
      await projectById(tx, projectId);
      const added = await insertMember(tx, projectId, personId);
      if (added) await record(ctx, tx, 'project.member_added', membership);
      return membership;
    });
  } catch (error) {
    if (brokenConstraint(error) === 'project_members_user_id_fkey') {
      throw new AppError('PERSON_NOT_FOUND');
    }
    throw error;
  }
}

/** Ends a membership. PERSON_NOT_FOUND when there is none. */
export const removeMember = (ctx: Context, viewer: Viewer, membership: Membership) =>
  ctx.db.as(viewer, async (tx) => {
    const { projectId, personId } = membership;
    await projectById(tx, projectId);
    if (!(await deleteMember(tx, projectId, personId))) throw new AppError('PERSON_NOT_FOUND');
    await record(ctx, tx, 'project.member_removed', membership);
    return membership;
  });

async function record(ctx: Context, tx: Tx, action: string, { projectId, personId }: Membership) {
  await audit(tx, action, { type: 'project', id: projectId }, { personId });
  // Also to the person who does not see the project any more.
  const audience = { companyId: null, profileIds: [personId] };
  await ctx.live.publish(tx, { type: 'project.changed', projectId }, audience);
}

async function projectById(tx: Tx, id: string) {
  const project = await findProject(tx, id);
  if (!project) throw new AppError('PROJECT_NOT_FOUND');
  return project;
}

const presentMember = (row: MemberRow): Member => ({
  id: row.id,
  name: nameOf(row),
  email: row.email,
  role: row.role,
  companyName: row.companyName,
  isActive: row.isActive,
});
