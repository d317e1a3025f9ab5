import { implement } from '@orpc/server';
import { projects } from '#contract/projects.ts';
import { able, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { changeProject, createProject, projectFor, projectsFor, removeProject } from './service.ts';

const os = implement(projects).$context<ApiContext>();

export const projectRoutes = {
  list: os.list.use(signedIn).handler(async ({ context, input }) => ({
    projects: await projectsFor(context.ctx, context.viewer, input),
  })),

  get: os.get
    .use(signedIn)
    .handler(({ context, input }) => projectFor(context.ctx, context.viewer, input.id)),

  create: os.create
    .use(able('projects.manage'))
    .handler(({ context, input }) => createProject(context.ctx, context.viewer, input)),

  update: os.update
    .use(able('projects.manage'))
    .handler(({ context, input: { id, ...changes } }) =>
      changeProject(context.ctx, context.viewer, id, changes),
    ),

  remove: os.remove
    .use(able('projects.manage'))
    .handler(({ context, input }) =>
      removeProject(context.ctx, context.viewer, input.id, input.typedName),
    ),
};
