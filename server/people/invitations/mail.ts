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

export function invitationMail({ brand }: Pick<Config, 'brand'>, invited: Invited, url: string) {
  const { email, role, contactName, companyName, inviterName } = invited;
  const inviter = inviterName ?? brand.name;
  const purpose =
    role === 'client'
      ? `see the projects of ${companyName ?? 'your company'}`
      : `join the operator portal as ${role === 'project_manager' ? 'a' : 'an'} ${roleLabel(role).toLowerCase()}`;
  const title = `You're invited to ${brand.name}`;
  return {
    kind: 'invitation',
    to: email,
    subject: title,
    ...renderMail(brand, {
      title,
      preview: `${inviter} invited you to ${purpose}.`,
      paragraphs: [
        contactName ? `Hello ${contactName},` : 'Hello,',
        `${inviter} invited you to ${purpose}. Choose a password to set up your account.`,
      ],
      button: { label: 'Accept invitation', url },
      footnote: `The link works once and expires in ${INVITATION_DAYS} days. If you did not expect this email, you can ignore it.`,
    }),
  };
}
