import { implement } from '@orpc/server';
import { projectMembers } from '#contract/project-members.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { addMember, candidatesFor, removeMember, teamOf } from './service.ts';

const os = implement(projectMembers).$context<ApiContext>();
const manage = withAbility('projects.manage');

export const projectMemberRoutes = {
  list: os.list.use(manage).handler(call(teamOf)),
  candidates: os.candidates.use(manage).handler(call(candidatesFor)),
  add: os.add.use(manage).handler(call(addMember)),
  remove: os.remove.use(manage).handler(call(removeMember)),
};
