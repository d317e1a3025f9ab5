import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  Acceptance,
  Invitation,
  InvitationInput,
  InvitationsPage,
  InvitationsQuery,
  OpenInvitation,
} from '#domain/invitations.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Invitations'] });
const One = z.object({ id: Id });

/** Accepts any text, so that malformed and unknown tokens get the same answer. In the body, so that it isn't logged. */
const WithToken = z.object({ token: z.string().max(200) });

export const invitations = {
  list: route('GET', '/invitations', 'List open invitations')
    .input(InvitationsQuery)
    .output(InvitationsPage),
  create: route('POST', '/invitations', 'Invite someone by email')
    .input(InvitationInput)
    .output(Invitation),
  resend: route('POST', '/invitations/{id}/resend', 'Resend an invitation with a new link')
    .input(One)
    .output(Invitation),
  revoke: route('DELETE', '/invitations/{id}', 'Revoke an invitation').input(One).output(One),

  open: route('POST', '/invitations/open', 'Get the details of an invitation link')
    .input(WithToken)
    .output(OpenInvitation),
  accept: route('POST', '/invitations/accept', 'Accept an invitation and create the account')
    .input(Acceptance.extend(WithToken.shape))
    .output(z.object({ email: z.string() })),
};
