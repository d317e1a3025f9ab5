import { ContactInput } from '#domain/contact.ts';
import { FormSubmissionQuery, type LeadStage } from '#domain/form-submissions.ts';
import { createContactGuard, receiveMessage } from '#server/operations/contact/service.ts';
import { changeFormSubmission, inboxFor } from '#server/operations/form-submissions/service.ts';
import type { Context } from '#server/platform/context.ts';
import { markSample } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;

type SampleMessage = {
  daysAgo: number;
  secondsToWrite: number;
  isRead: boolean;
  stage?: LeadStage;
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  message: string;
};

/** Messages from visitors, with their age, how long they took to write, and their stage. */
const MESSAGES: readonly SampleMessage[] = [
  {
    daysAgo: 1.2,
    secondsToWrite: 95,
    isRead: false,
    name: 'Dana Whitlock (sample)',
    email: 'dana@brazosbuilders.example',
    phone: '(254) 555-0171',
    company: 'Brazos Valley Builders',
    message:
      'We break ground on a four-story medical building off I-35 in February and want weekly updates for our investors. Could you quote two visits a month with 2D mapping?\n\nMornings are best to call.',
  },
  {
    daysAgo: 4.6,
    secondsToWrite: 95,
    isRead: true,
    name: 'Sam Ortega (sample)',
    email: 'sam.ortega@homes.example',
    phone: null,
    company: null,
    message: 'We are building our own house near Hewitt. Do you fly for homeowners, too?',
  },
  {
    daysAgo: 5.3,
    secondsToWrite: 1,
    isRead: false,
    name: 'Best Rankings (sample)',
    email: 'offers@rankings.example',
    phone: null,
    company: 'Best Rankings',
    message: 'First page guaranteed! rankings.example/a rankings.example/b rankings.example/c',
  },
  {
    daysAgo: 17.1,
    secondsToWrite: 95,
    isRead: true,
    name: 'Priya Raman (sample)',
    email: 'priya@dfwdev.example',
    phone: '+1 469 555 0119 ext. 4',
    company: 'DFW Development Partners',
    stage: 'call',
    message: 'Six sites across the metroplex, same angles every week. What would that come to?',
  },
];

/** Sends missing messages through the contact form. If a mail server is set up, no notification emails are sent. */
export async function seedMessages(ctx: Context): Promise<void> {
  const { formSubmissions } = await inboxFor(ctx, SYSTEM, FormSubmissionQuery.parse({}));
  const known = new Set(formSubmissions.map(({ email }) => email));
  const guard = createContactGuard(ctx);
  const contact = { ...ctx.config.contact, proofBits: 0 };
  const mail = ctx.config.mail.smtpUrl === null ? ctx.mail : { ...ctx.mail, queue: async () => {} };
  for (const { daysAgo, secondsToWrite, isRead: _isRead, stage: _stage, ...fields } of MESSAGES) {
    if (known.has(fields.email)) continue;
    const sent = new Date(ctx.clock().getTime() - daysAgo * DAY_MS);
    const token = guard.tokens.issue(new Date(sent.getTime() - secondsToWrite * 1000));
    const then = { ...ctx, mail, config: { ...ctx.config, contact }, clock: () => sent };
    await receiveMessage(then, guard, ContactInput.parse({ ...fields, token }), '192.0.2.10');
  }
  const { formSubmissions: all } = await inboxFor(ctx, SYSTEM, FormSubmissionQuery.parse({}));
  const samples = new Set(MESSAGES.map(({ email }) => email));
  const ids = all.filter(({ email }) => samples.has(email)).map(({ id }) => id);
  await ctx.db.as(SYSTEM, (tx) => markSample(tx, ids));
  for (const { id, email } of all) {
    const { isRead = false, stage } = MESSAGES.find((sample) => sample.email === email) ?? {};
    if (isRead) await changeFormSubmission(ctx, SYSTEM, { id, isRead, stage });
  }
}
