import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { withAsciiDomain } from '#domain/email-address.ts';
import { text } from '#domain/fields.ts';
import { storable } from '#domain/storable-text.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Decoder } from '../media/decoder.ts';
import type { PartState } from '../part-state.ts';
import { defineJob, type Queue } from '../queue/queue.ts';
import type { Storage } from '../storage/storage.ts';
import { loadPictures } from './mail-pictures.ts';
import {
  claimMail,
  extendLease,
  insertMail,
  listDue,
  markSent,
  recordFailure,
  readBacklog,
  deleteOldMails,
  requeueMail,
  type Backlog,
  type ClaimedMail,
  LEASE_RENEWAL_MS,
} from './queries.ts';
import { createTransport, type Transport } from './transport.ts';

const MINUTE_MS = 60_000;
/** Minutes; the last one repeats. */
const RETRY_MINUTES = [1, 2, 5, 10, 30, 60, 120, 240];
/** About two days of retries. */
const MAX_ATTEMPTS = 19;

/** Milliseconds; null after the last attempt. */
function nextDelay(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return (RETRY_MINUTES[attempts - 1] ?? RETRY_MINUTES.at(-1) ?? 0) * MINUTE_MS;
}

/** Whether the server rejected the recipient or the message permanently (5xx, RFC 5321, section 4.2.1). */
function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) {
    return false;
  }
  const isMailCommand = error.command === 'RCPT TO' || error.command === 'DATA';
  return isMailCommand && Number(error.responseCode) >= 500;
}

export const sendMail = defineJob({
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  concurrency: 2,
});

/** The same pattern as browsers and the contact form; rules out header injection. */
const address = z
  .string()
  .overwrite(withAsciiDomain)
  .pipe(z.email({ pattern: z.regexes.html5Email }).max(320));

const Outgoing = z.object({
  kind: z.string().regex(/^[a-z][a-z-]{0,59}$/),
  to: address,
  replyTo: address.nullable().default(null),
  subject: text()
    // eslint-disable-next-line no-control-regex -- removes control characters
    .transform((subject) => subject.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' '))
    .transform((subject) => subject.slice(0, 250).trim().toWellFormed())
    .pipe(z.string().min(1)),
  html: z.string().min(1),
  text: z.string().min(1),
  /** Files whose pictures the HTML shows; see `contentIdOf`. */
  pictureIds: z.array(z.uuid()).default([]),
  /** One-click unsubscribe (RFC 8058). */
  unsubscribeUrl: z.url().nullable().default(null),
});
export type OutgoingMail = z.input<typeof Outgoing>;

export type Mailer = {
  /** Sent only if the caller's transaction commits. Throws ZodError for a malformed address. */
  queue(tx: Tx, mail: OutgoingMail): Promise<void>;
  send(mailId: string): Promise<void>;
  /**
   * Resends a failed email after the commit, with a new set of attempts. Returns false if it was sent or is being sent.
   */
  retry(tx: Tx, mailId: string): Promise<boolean>;
  /** Queues due emails that have no job: failed ones, and those whose sender died. */
  sweep(): Promise<void>;
  state(): Promise<PartState>;
};

const RETENTION_MS = 30 * 86_400_000;
const DAY_MS = 86_400_000;
const NO_MAIL_SERVER = "No mail server is set up, so emails aren't sent.";

type Parts = {
  config: Pick<Config, 'mail' | 'dataDir' | 'demo'>;
  db: Database;
  queue: Queue;
  clock: () => Date;
  log: Logger;
  storage: Storage;
  decoder: Decoder;
  transport?: Transport;
};

export function createMailer(parts: Parts): Mailer {
  const { config, db, queue, clock, log } = parts;
  const transport = parts.transport ?? createTransport(config);
  const domain = () => config.mail.from.address.split('@')[1] ?? 'localhost';

  async function deliver(mail: ClaimedMail): Promise<void> {
    const leaseTimer = setInterval(() => {
      extendLease(db, mail, clock()).catch((error: unknown) =>
        log.warn({ err: error, mailId: mail.id }, 'the lease of an email could not be extended'),
      );
    }, LEASE_RENEWAL_MS);
    try {
      await transport(mail, await loadPictures(parts, mail.pictureIds));
    } finally {
      clearInterval(leaseTimer);
    }
  }

  return {
    async queue(tx, input) {
      const { to: recipient, text: plainText, ...rest } = Outgoing.parse(input);
      const id = randomUUID();
      const mail = { id, recipient, plainText, ...rest };
      await insertMail(tx, { ...mail, messageId: `<${id}@${domain()}>` }, clock());
      await queue.enqueue(tx, sendMail, { mailId: id });
    },

    async send(mailId) {
      const mail = await claimMail(db, mailId, clock());
      if (!mail) return;
      try {
        await deliver(mail);
      } catch (error) {
        const delay = isPermanentFailure(error) ? null : nextDelay(mail.attempts);
        log.warn({ err: error, mailId, kind: mail.kind, isLastTry: delay === null }, 'mail failed');
        const nextAttemptAt = delay === null ? null : new Date(clock().getTime() + delay);
        const lastError = error instanceof Error ? error.message : String(error);
        return recordFailure(db, mail, {
          lastError: storable(lastError.slice(0, 1000)),
          nextAttemptAt,
        });
      }
      await markSent(db, mailId, clock());
    },

    async retry(tx, mailId) {
      const isRenewed = await requeueMail(tx, mailId, clock());
      if (isRenewed) await queue.enqueue(tx, sendMail, { mailId });
      return isRenewed;
    },

    async sweep() {
      await deleteOldMails(db, new Date(clock().getTime() - RETENTION_MS));
      const due = await listDue(db, clock());
      if (due.length === 0) return;
      const alreadyQueued = new Set(
        (await queue.list(sendMail)).pending.map(({ mailId }) => mailId),
      );
      for (const mailId of due) {
        if (alreadyQueued.has(mailId)) continue;
        await db.as({ kind: 'system' }, (tx) => queue.enqueue(tx, sendMail, { mailId }));
      }
    },

    async state() {
      const transportLabel =
        config.mail.smtpUrl === null
          ? 'No mail server: emails are saved as files and not sent'
          : 'SMTP';
      try {
        const backlog = await readBacklog(db, new Date(clock().getTime() - DAY_MS));
        const ok = backlog.struggling === 0 && backlog.failed === 0;
        const warning = config.mail.smtpUrl === null ? NO_MAIL_SERVER : null;
        return { ok, detail: [transportLabel, ...problemLabels(backlog)].join('; '), warning };
      } catch (error) {
        return { ok: false, detail: 'the outbox cannot be read', error };
      }
    },
  };
}

const countOf = (count: number) => (count === 1 ? '1 email' : `${count} emails`);

const problemLabels = ({ struggling, failed }: Backlog) => [
  ...(struggling > 0 ? [`${countOf(struggling)} could not be sent yet`] : []),
  ...(failed > 0 ? [`${countOf(failed)} failed in the last day`] : []),
];
