import {
  CONTACT_RATES,
  hasManyLinks,
  type ContactInput,
  type SpamReason,
} from '#domain/contact.ts';
import { RateLimitedError } from '#domain/errors.ts';
import { SAMPLE_OPERATOR } from '#domain/setup.ts';
import type { Context } from '#server/platform/context.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { createLimits } from '#server/platform/limit/limit.ts';
import { networkOf } from '#server/platform/limit/network.ts';
import { findFirstAdmin } from '#server/operations/exports/queries.ts';
import { createFormTokens, isProof, type FormTokens } from './form-token.ts';
import { confirmationMail, operatorMail } from './mail.ts';
import { countSince, findByForm, insertFormSubmission, countMails } from './queries.ts';

const DAY_MS = 86_400_000;
const CONFIRMATIONS_A_DAY = 3;
const WINDOW_SECONDS = 600;

/** `seconds` is the longest possible wait, because the actual one depends on other senders. */
const tooMany = (seconds: number) =>
  new RateLimitedError(seconds, 'Too many messages from your network.', ', or contact us directly');

export type ContactGuard = {
  tokens: FormTokens;
  /** Throws RATE_LIMITED. */
  count(address: string): Promise<void>;
};

export function createContactGuard(ctx: Pick<Context, 'config' | 'db'>): ContactGuard {
  const messages = createLimits(ctx)('contact', CONTACT_RATES.perMinutes, WINDOW_SECONDS);
  return {
    tokens: createFormTokens(ctx.config.secretKey),
    async count(address) {
      const isAllowed = await messages.of(networkOf(address)).tryAdd();
      if (!isAllowed) throw tooMany(WINDOW_SECONDS);
    },
  };
}

/**
 * Marks suspected spam and sends no confirmation for it. A message sent twice with the same form is stored once.
 * `address` is the client's IP address. Throws RATE_LIMITED.
 */
export async function receiveMessage(
  ctx: Context,
  guard: ContactGuard,
  message: ContactInput,
  address: string,
): Promise<void> {
  await guard.count(address);
  const now = ctx.clock();
  const { formId, reasons } = spamReasonsOf(ctx, guard, message, now);
  const networkHash = keyedHash(ctx.config.secretKey, 'contact-network', [networkOf(address)]);
  await ctx.db.as({ kind: 'system' }, async (tx) => {
    const stored = await store(tx, { message, formId, reasons, networkHash, now });
    if (!stored) return;
    const { id, spamReasons } = stored;
    await queueMails(ctx, tx, { message, spamReasons });
    const isSpam = spamReasons.length > 0;
    const type = isSpam ? 'form-submission.changed' : 'form-submission.received';
    await ctx.record(tx, { type, id });
  });
}

type NewMessage = {
  message: ContactInput;
  formId: string | null;
  reasons: SpamReason[];
  networkHash: string;
  now: Date;
};
type Stored = { id: string; spamReasons: SpamReason[] };

async function store(tx: Tx, arrived: NewMessage): Promise<Stored | null> {
  const { message, formId, networkHash, now } = arrived;
  const sent = formId === null ? undefined : await findByForm(tx, formId);
  if (sent && sent.email === message.email && sent.message === message.message) return null;
  const spamReasons: SpamReason[] = sent ? [...arrived.reasons, 'token-used'] : arrived.reasons;
  const isSpam = spamReasons.length > 0;
  await assertBelowLimits(tx, { networkHash, isSpam, now });
  const { name, email, phone, company } = message;
  const row = await insertFormSubmission(tx, {
    name,
    email,
    phone,
    company,
    message: message.message,
    submittedAt: now,
    networkHash,
    formId: sent ? null : formId,
    isSpam,
    spamReasons,
  });
  // A message from the same form was stored at the same moment, and `store` can find it now.
  return row ? { id: row.id, spamReasons } : store(tx, arrived);
}

function spamReasonsOf(ctx: Context, guard: ContactGuard, message: ContactInput, now: Date) {
  const { formId, reasons } = guard.tokens.read(message.token, now);
  const { proofBits } = ctx.config.contact;
  if (message.website) reasons.push('hidden-field');
  if (!isProof(message.token ?? '', message.proof, proofBits)) reasons.push('no-proof');
  if (hasManyLinks(message.message)) reasons.push('many-links');
  return { formId, reasons };
}

type Sender = Pick<NewMessage, 'networkHash' | 'now'> & { isSpam: boolean };

async function assertBelowLimits(tx: Tx, { networkHash, isSpam, now }: Sender) {
  const since = new Date(now.getTime() - DAY_MS);
  const { real, suspected, fromNetwork } = await countSince(tx, since, networkHash);
  const isFull = isSpam ? suspected >= CONTACT_RATES.suspectedPerDay : real >= CONTACT_RATES.perDay;
  if (fromNetwork >= CONTACT_RATES.perNetworkDay || isFull) {
    throw tooMany(DAY_MS / 1000);
  }
}

/** In the sample, its operator. Until the business has an email address of its own, the first admin. */
export async function operatorAddress({ config }: Context, tx: Tx): Promise<string> {
  const { brand, demo, operatorEmail } = config;
  if (operatorEmail !== null) return operatorEmail;
  if (demo.enabled) return SAMPLE_OPERATOR;
  const isOwn = !brand.email.endsWith('.example');
  return isOwn ? brand.email : ((await findFirstAdmin(tx))?.email ?? brand.email);
}

type Received = { message: ContactInput; spamReasons: SpamReason[] };

async function queueMails(ctx: Context, tx: Tx, { message, spamReasons }: Received) {
  if (spamReasons.includes('hidden-field')) return;
  const isSpam = spamReasons.length > 0;
  const operator = await operatorAddress(ctx, tx);
  await ctx.mail.queue(tx, operatorMail(operator, ctx.config, { message, isSpam }));
  if (isSpam) return;
  const confirmation = confirmationMail(ctx.config.brand, message.email);
  const since = new Date(ctx.clock().getTime() - DAY_MS);
  const earlier = { kind: confirmation.kind, recipient: message.email, since };
  // Prevents flooding someone's mailbox through the form.
  if ((await countMails(tx, earlier)) < CONFIRMATIONS_A_DAY) await ctx.mail.queue(tx, confirmation);
}
