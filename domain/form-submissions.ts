import { z } from 'zod';
import { CompanyInput } from './companies.ts';
import { SpamReason } from './contact.ts';
import { Id, Instant, text } from './fields.ts';
import { InvitedContact } from './invitations.ts';
import { ProjectInput } from './projects.ts';
import { dayIn } from './weeks.ts';

/** From the interest form to a client, as under How It Works on the public site. */
export const LEAD_STAGES = ['new', 'call', 'first-flight', 'won', 'lost'] as const;
const LeadStage = z.enum(LEAD_STAGES);
export type LeadStage = z.infer<typeof LeadStage>;

export const LEAD_STAGE_LABELS: Record<LeadStage, string> = {
  new: 'New',
  call: 'Strategy Call',
  'first-flight': 'First Flight Planned',
  won: 'Won',
  lost: 'Lost',
};

export const FormSubmission = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  message: z.string(),
  projectId: Id.nullable(),
  projectName: z.string().nullable(),
  page: z.string().nullable(),
  submittedAt: Instant,
  isRead: z.boolean(),
  isSpam: z.boolean(),
  stage: LeadStage,
  spamReasons: z.array(SpamReason),
});
export type FormSubmission = z.infer<typeof FormSubmission>;

export const INBOX_FILTERS = ['all', 'unread', 'not-spam', 'spam'] as const;

const Selection = {
  search: text().max(200).optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
  filter: z.enum(INBOX_FILTERS).default('all'),
  stage: LeadStage.optional(),
};
export const FormSubmissionSelection = z.object(Selection);

export const FormSubmissionQuery = z.object({
  ...Selection,
  page: z.int().min(0).max(100_000).default(0),
});

const InboxCounts = z.object({
  total: z.int(),
  thisWeek: z.int(),
  withCompany: z.int(),
  unread: z.int(),
  spam: z.int(),
});

/** `found` counts matches on all pages; `counts` is for the whole inbox. */
export const Inbox = z.object({
  formSubmissions: z.array(FormSubmission),
  found: z.int(),
  counts: InboxCounts,
});
export type Inbox = z.infer<typeof Inbox>;

export const FormSubmissionChange = z.object({
  isRead: z.boolean().optional(),
  isSpam: z.boolean().optional(),
  stage: LeadStage.optional(),
});

/** Creates a company, a project and an invitation. */
export const ClientSetUp = z.object({
  ...CompanyInput.pick({ companyCode: true, companyName: true }).shape,
  projectName: ProjectInput.shape.name,
  address: ProjectInput.shape.address,
  ...InvitedContact.shape,
});
export type ClientSetUp = z.infer<typeof ClientSetUp>;

/** Proposes a company code, such as BRAZOS-BUILDERS; may be empty. */
export const companyCodeFor = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .slice(0, 32)
    .replaceAll(/^-+|-+$/g, '');

const REASON_MESSAGES: Record<SpamReason, string> = {
  'hidden-field': 'was sent with a hidden field filled in',
  'no-token': 'was not sent from the form on this site',
  'bad-token': 'has an invalid form token',
  'too-fast': 'was sent faster than a person can type',
  'too-old': 'was sent from a form that was open for more than a day',
  'token-used': 'was sent from a form that had already been sent',
  'no-proof': 'did not pass the browser check',
  'many-links': 'contains many links',
};

export const spamMessage = (reasons: readonly SpamReason[]): string =>
  `It ${reasons.map((reason) => REASON_MESSAGES[reason]).join(', and ')}.`;

const QUOTE_LIMIT = 1200;

/** A mailto URL for a reply, with subject and quoted message (RFC 6068). The date is in the operator's time zone. */
export function replyAddress(
  { name, email, message, submittedAt }: FormSubmission,
  operator: { name: string; timeZone: string },
): string {
  const day = dayIn(new Date(submittedAt), operator.timeZone);
  const quoted = message.length > QUOTE_LIMIT ? `${message.slice(0, QUOTE_LIMIT)}…` : message;
  const lines = quoted.toWellFormed().split(/\r\n?|\n/);
  const quote = lines.map((line) => `> ${line}`).join('\n');
  const body = `Hello ${name},\n\n\n\n${name} wrote on ${day}:\n${quote}\n`;
  const headers = [
    ['subject', `Re: Your message to ${operator.name}`],
    ['body', body.replaceAll(/\r?\n/g, '\r\n')],
  ].map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`);
  const address = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${address}?${headers.join('&')}`;
}

/** A tel URL for a phone number as people write it (RFC 3966), or null if it has no number. */
export function callAddress(phone: string | null): string | null {
  const [number = '', extension] = (phone ?? '').split(/\s*(?:ext\.?|x)\s*/i);
  const digits = number.replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '');
  if (!/\d{3}/.test(digits)) return null;
  const inner = extension?.replaceAll(/\D/g, '');
  return `tel:${digits}${inner ? `;ext=${inner}` : ''}`;
}
