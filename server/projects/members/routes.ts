import { implement } from '@orpc/server';
import { projectMembers } from '#contract/project-members.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { addMember, candidatesFor, removeMember, teamOf } from './service.ts';

const os = implement(projectMembers).$context<ApiContext>();
const manage = able('projects.manage');

export const projectMemberRoutes = {
  list: os.list
    .use(manage)
    .handler(({ context, input }) => teamOf(context.ctx, context.viewer, input.projectId)),
  candidates: os.candidates
    .use(manage)
    .handler(({ context, input }) => candidatesFor(context.ctx, context.viewer, input)),
  add: os.add
    .use(manage)
    .handler(({ context, input }) => addMember(context.ctx, context.viewer, input)),
  remove: os.remove
    .use(manage)
    .handler(({ context, input }) => removeMember(context.ctx, context.viewer, input)),
};
