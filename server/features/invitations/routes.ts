import { implement } from '@orpc/server';
import { invitations } from '#contract/invitations.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { acceptInvitation, openInvitation } from './accept.ts';
import { invitationsFor, invite, resendInvitation, revokeInvitation } from './service.ts';

const os = implement(invitations).$context<ApiContext>();
const manage = able('people.manage');

export const invitationRoutes = {
  list: os.list.use(manage).handler(async ({ context }) => ({
    invitations: await invitationsFor(context.ctx, context.viewer),
  })),

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

  accept: os.accept.handler(({ context, input: { token, ...acceptance } }) =>
    acceptInvitation(context.ctx, token, acceptance),
  ),
};
