import { implement } from '@orpc/server';
import { invitations } from '#contract/invitations.ts';
import { rememberDevice } from '#server/platform/http/cookie.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { acceptInvitation, openInvitation } from './accept.ts';
import { readInvitationsPage, invite, resendInvitation, revokeInvitation } from './service.ts';

const os = implement(invitations).$context<ApiContext>();
const manage = withAbility('people.manage');

export const invitationRoutes = {
  list: os.list.use(manage).handler(call(readInvitationsPage)),
  create: os.create.use(manage).handler(call(invite)),

  resend: os.resend.use(manage).handler(call(resendInvitation)),
  revoke: os.revoke.use(manage).handler(call(revokeInvitation)),

  open: os.open.handler(({ context, input }) => openInvitation(context.ctx, input.token)),
  accept: os.accept.handler(async ({ context, input: { token, ...acceptance } }) => {
    const accepted = await acceptInvitation(context.ctx, token, acceptance);
    rememberDevice(context, accepted.email, 'mail');
    return accepted;
  }),
};
