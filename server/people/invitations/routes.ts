import { implement } from '@orpc/server';
import { invitations } from '#contract/invitations.ts';
import { rememberDevice } from '#server/platform/http/cookie.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { acceptInvitation, openInvitation } from './accept.ts';
import { invitationsPage, invite, resendInvitation, revokeInvitation } from './service.ts';

const os = implement(invitations).$context<ApiContext>();
const manage = able('people.manage');

export const invitationRoutes = {
  list: os.list
    .use(manage)
    .handler(({ context, input }) => invitationsPage(context.ctx, context.viewer, input)),

  create: os.create
    .use(manage)
    .handler(({ context, input }) => invite(context.ctx, context.viewer, input)),

  resend: os.resend
    .use(manage)
    .handler(({ context, input }) => resendInvitation(context.ctx, context.viewer, input.id)),

  revoke: os.revoke
    .use(manage)
    .handler(({ context, input }) => revokeInvitation(context.ctx, context.viewer, input.id)),

  open: os.open.handler(({ context, input }) => openInvitation(context.ctx, input.token)),

  accept: os.accept.handler(async ({ context, input: { token, ...acceptance } }) => {
    const accepted = await acceptInvitation(context.ctx, token, acceptance);
    rememberDevice(context, accepted.email, 'mail');
    return accepted;
  }),
};
