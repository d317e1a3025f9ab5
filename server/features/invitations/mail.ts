import { INVITATION_DAYS } from '#domain/invitations.ts';
import { roleLabel, type Role } from '#domain/roles.ts';
import type { Config } from '#server/config.ts';
import { renderMail } from '#server/platform/mail/render.ts';

type Invited = {
  email: string;
  role: Role;
  contactName: string | null;
  companyName: string | null;
  inviterName: string | null;
};

/** The mail that asks somebody to make their account; `url` is the link that is good for some days. */
export function invitationMail({ brand }: Pick<Config, 'brand'>, invited: Invited, url: string) {
  const { email, role, contactName, companyName, inviterName } = invited;
  const inviter = inviterName ?? brand.name;
  const purpose =
    role === 'client'
      ? `the projects of ${companyName ?? 'your company'}`
      : `the back office as ${roleLabel(role).toLowerCase()}`;
  const title = `You are invited to ${brand.name}`;
  return {
    kind: 'invitation',
    to: email,
    subject: title,
    ...renderMail(brand, {
      title,
      preview: `${inviter} invites you to ${purpose}.`,
      paragraphs: [
        contactName ? `Hello ${contactName},` : 'Hello,',
        `${inviter} invites you to ${purpose}. Choose a password, and your account is ready.`,
      ],
      button: { label: 'Accept invitation', url },
      footnote: `The link works once and for ${INVITATION_DAYS} days. If you did not expect this mail, you can ignore it.`,
    }),
  };
}
