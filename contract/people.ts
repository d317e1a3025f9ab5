import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, Role } from '#domain/fields.ts';
import { PeoplePage, PeopleQuery, Person, PersonChange } from '#domain/people.ts';

const route = (method: 'GET' | 'POST' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['People'] });
const One = z.object({ id: Id });

export const people = {
  list: route('GET', '/people', 'List clients or, for admins, staff')
    .input(PeopleQuery)
    .output(PeoplePage),
  update: route('PATCH', '/people/{id}', 'Update a person')
    .input(PersonChange.extend({ id: Id }))
    .output(Person),
  deactivate: route('POST', '/people/{id}/deactivate', 'Deactivate a person and end their sessions')
    .input(One)
    .output(Person),
  reactivate: route('POST', '/people/{id}/reactivate', 'Reactivate a person')
    .input(One)
    .output(Person),
  unlinkProvider: route(
    'POST',
    '/people/{id}/release-from-provider',
    'Unlink a person from the sign-in provider and end their sessions',
  )
    .input(One)
    .output(Person),
  changeRole: route('POST', '/people/{id}/role', 'Change the role of a person')
    .input(One.extend({ role: Role }))
    .output(Person),
};
