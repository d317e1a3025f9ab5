import { implement } from '@orpc/server';
import { projects } from '#contract/projects.ts';
import {
  call,
  callAs,
  withAbility,
  signedIn,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { changeProject, createProject, projectFor, projectsFor, removeProject } from './service.ts';

const os = implement(projects).$context<ApiContext>();

export const projectRoutes = {
  list: os.list.use(signedIn).handler(callAs('projects', projectsFor)),
  get: os.get.use(signedIn).handler(call(projectFor)),

  create: os.create.use(withAbility('projects.manage')).handler(call(createProject)),
  update: os.update.use(withAbility('projects.manage')).handler(call(changeProject)),

  remove: os.remove.use(withAbility('projects.manage')).handler(call(removeProject)),
};
