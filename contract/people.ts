import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { Person, PersonChange } from '#domain/people.ts';
import { Role } from '#domain/roles.ts';

const route = (method: 'GET' | 'POST' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['People'] });
const One = z.object({ id: Id });

export const people = {
  list: route('GET', '/people', 'List the clients; an admin gets staff, too').output(
    z.object({ people: z.array(Person) }),
  ),
  update: route('PATCH', '/people/{id}', 'Change a person')
    .input(PersonChange.extend({ id: Id }))
    .output(Person),
  deactivate: route('POST', '/people/{id}/deactivate', 'Deactivate a person: sessions end at once')
    .input(One)
    .output(Person),
  reactivate: route('POST', '/people/{id}/reactivate', 'Let a deactivated person in again')
    .input(One)
    .output(Person),
  changeRole: route('POST', '/people/{id}/role', 'Give a person another role')
    .input(One.extend({ role: Role }))
    .output(Person),
};
