import { implement } from '@orpc/server';
import { invitations } from '#contract/invitations.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { acceptInvitation, openInvitation } from './accept.ts';
import { invitationsFor, invite, resendInvitation, revokeInvitation } from './service.ts';

const os = implement(invitations).$context<ApiContext>();
const manage = able('people.manage');

const inviterOf = ({ ctx, viewer, request }: ApiContext & { viewer: Viewer }) => ({
  viewer,
  origin: publicOrigin(ctx.config, request),
});

export const invitationRoutes = {
  list: os.list.use(manage).handler(async ({ context }) => ({
    invitations: await invitationsFor(context.ctx, context.viewer),
  })),

  create: os.create
    .use(manage)
    .handler(({ context, input }) => invite(context.ctx, inviterOf(context), input)),

  resend: os.resend
    .use(manage)
    .handler(({ context, input }) => resendInvitation(context.ctx, inviterOf(context), input.id)),

  revoke: os.revoke
    .use(manage)
    .handler(({ context, input }) => revokeInvitation(context.ctx, context.viewer, input.id)),

  open: os.open.handler(({ context, input }) => openInvitation(context.ctx, input.token)),

  accept: os.accept.handler(({ context, input: { token, ...acceptance } }) =>
    acceptInvitation(context.ctx, token, acceptance),
  ),
};
