import { InvitationInput } from '#domain/invitations.ts';
import type { Role } from '#domain/roles.ts';
import { addMember } from '#server/projects/members/service.ts';
import { makeInvitation, makePerson, PASSWORD } from '../factories.ts';
import { input, none, unique, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

/** A person that a request can change without affecting other requests. */
const sparePerson = ({ ctx, company }: World, role: Role = 'client') =>
  makePerson(ctx, role, role === 'client' ? { companyId: company.id } : {});

const personOf = (role: Role, more: Record<string, unknown> = {}): Prepare => {
  return async (world) => input({ id: (await sparePerson(world, role)).id, ...more });
};
const ownAccount =
  (more: Record<string, unknown> = {}): Prepare =>
  ({ people }, viewer) =>
    input({
      id: people[viewer in people ? (viewer as keyof typeof people) : 'client'].id,
      ...more,
    });

/** An open invitation from the admin, with its token. */
async function spareInvitation({ ctx, company, people: { admin } }: World, role: Role = 'client') {
  const contact = { contactName: 'New', email: `${unique()}@overfly.example`, role };
  const wanted = InvitationInput.parse({ ...contact, companyId: company.id });
  return makeInvitation(ctx, admin.viewer, wanted);
}
const invitationOf = (role: Role): Prepare => {
  return async (world) => input({ id: (await spareInvitation(world, role)).id });
};
const ACCEPTANCE = { firstName: 'New', lastName: 'Comer', password: PASSWORD };
const newContact = () => ({ contactName: 'New', email: `${unique()}@overfly.example` });

/** Requests for the rows about people, invitations, members, and the audit log. */
export const PEOPLE_REQUESTS: Readonly<Record<string, Prepare>> = {
  'people.list': none,
  'people.list of staff': () => input({ filter: 'staff' }),
  'people.update': personOf('client', { phone: '1' }),
  'people.update of staff': personOf('operator', { phone: '1' }),
  'people.deactivate': personOf('client'),
  'people.deactivate of staff': personOf('operator'),
  'people.deactivate of oneself': ownAccount(),
  'people.reactivate': personOf('client'),
  'people.reactivate of staff': personOf('operator'),
  'people.unlinkProvider': personOf('client'),
  'people.changeRole': personOf('client', { role: 'admin' }),
  'people.changeRole of oneself': ownAccount({ role: 'admin' }),
  'invitations.list': none,
  'invitations.create': ({ company }) => input({ ...newContact(), companyId: company.id }),
  'invitations.create of staff': () => input({ ...newContact(), role: 'project_manager' }),
  'invitations.resend': invitationOf('client'),
  'invitations.resend of staff': invitationOf('admin'),
  'invitations.revoke': invitationOf('client'),
  'invitations.revoke of staff': invitationOf('admin'),
  'invitations.open': async (world) => input({ token: (await spareInvitation(world)).token }),
  'invitations.open with a false token': () => input({ token: unique() }),
  'invitations.accept': async (world) =>
    input({ ...ACCEPTANCE, token: (await spareInvitation(world)).token }),
  'invitations.accept with a false token': () => input({ ...ACCEPTANCE, token: unique() }),
  'projectMembers.list': ({ project }) => input({ projectId: project.id }),
  'projectMembers.candidates': ({ project }) => input({ projectId: project.id }),
  'projectMembers.add': async (world) =>
    input({ projectId: world.project.id, personId: (await sparePerson(world)).id }),
  'projectMembers.remove': async (world) => {
    const membership = { projectId: world.project.id, personId: (await sparePerson(world)).id };
    await addMember(world.ctx, world.people.admin.viewer, membership);
    return input(membership);
  },
  'audit.list': none,
  'audit.choices': none,
  'audit.check': none,
};
