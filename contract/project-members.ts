import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { Candidates, CandidatesQuery, ProjectTeam } from '#domain/project-members.ts';

const route = (method: 'GET' | 'PUT' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Project members'] });
const Membership = z.object({ projectId: Id, personId: Id });

export const projectMembers = {
  list: route('GET', '/projects/{projectId}/members', 'List the members and manager of a project')
    .input(z.object({ projectId: Id }))
    .output(ProjectTeam),
  candidates: route('GET', '/projects/{projectId}/candidates', 'List people who can become members')
    .input(CandidatesQuery)
    .output(Candidates),
  add: route('PUT', '/projects/{projectId}/members/{personId}', 'Add a member to a project')
    .input(Membership)
    .output(Membership),
  remove: route(
    'DELETE',
    '/projects/{projectId}/members/{personId}',
    'Remove a member from a project',
  )
    .input(Membership)
    .output(Membership),
};
