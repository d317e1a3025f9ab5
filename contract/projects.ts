import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Deleted } from '#domain/bin.ts';
import { Id } from '#domain/fields.ts';
import { Project, ProjectChange, ProjectInput, ProjectQuery } from '#domain/projects.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Projects'] });

export const projects = {
  list: route('GET', '/projects', 'List the projects you can see')
    .input(ProjectQuery)
    .output(z.object({ projects: z.array(Project) })),
  get: route('GET', '/projects/{id}', 'Get a project')
    .input(z.object({ id: Id }))
    .output(Project),
  create: route('POST', '/projects', 'Create a project').input(ProjectInput).output(Project),
  update: route('PATCH', '/projects/{id}', 'Update a project')
    .input(ProjectChange.extend({ id: Id }))
    .output(Project),
  remove: route('DELETE', '/projects/{id}', 'Delete a project with all its submissions and files')
    .input(z.object({ id: Id, typedName: z.string() }))
    .output(Deleted),
};
