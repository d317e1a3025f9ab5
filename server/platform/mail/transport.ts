import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { diskStorage } from '../storage/disk.ts';
import { contentIdOf, type MailPicture } from './mail-pictures.ts';
import type { OutboxMail } from './queries.ts';

export type Transport = (mail: OutboxMail, pictures: readonly MailPicture[]) => Promise<void>;

export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mail');

/** RFC 8058 requires signing both List-Unsubscribe headers, which the library's default list lacks. */
const SIGNED_HEADERS =
  'from:to:subject:date:message-id:mime-version:content-type:reply-to:list-unsubscribe:list-unsubscribe-post';

const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** Reserved domain (RFC 2606), used by the sample site. */
const isReservedAddress = (address: string) => address.toLowerCase().endsWith('.example');

/** In demo mode, emails to sample-site addresses are written to files instead of being sent. */
export function createTransport(config: Pick<Config, 'mail' | 'dataDir' | 'demo'>): Transport {
  const file = fileTransport(config);
  return async (sent, pictures) => {
    const { mail, demo } = config;
    if (mail.smtpUrl === null || (demo.enabled && isReservedAddress(sent.recipient))) {
      return file(sent, pictures);
    }
    const { createTransport: create } = await import('nodemailer');
    await create({ url: mail.smtpUrl, ...TIMEOUTS }).sendMail(messageOf(sent, pictures, mail));
  };
}

export type MailTrial = { isAccepted: boolean; answer: string };

const TRIAL_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10_000,
};

/** Connects and signs in without sending. Null if that works, otherwise the server's answer or the reason. */
export async function connectionProblem(
  url: string,
  timeouts = TRIAL_TIMEOUTS,
): Promise<string | null> {
  const { createTransport: create } = await import('nodemailer');
  const transport = create({ url, ...timeouts });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return answerOf(error);
  } finally {
    transport.close();
  }
}

/** Sends at once, without the outbox, and returns what the mail server answered. */
export async function trySending(
  { mail }: Pick<Config, 'mail'>,
  message: { to: string; subject: string; text: string },
): Promise<MailTrial> {
  if (mail.smtpUrl === null) return { isAccepted: false, answer: 'No mail server is set up.' };
  const { createTransport: create } = await import('nodemailer');
  const transport = create({ url: mail.smtpUrl, ...TRIAL_TIMEOUTS });
  const { from, replyTo, dkim } = mail;
  try {
    const sent = await transport.sendMail({
      ...message,
      from,
      ...(replyTo === null ? {} : { replyTo }),
      ...signature(dkim),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { isAccepted: true, answer: sent.response };
  } catch (error) {
    return { isAccepted: false, answer: answerOf(error) };
  } finally {
    transport.close();
  }
}

/** By Node's or nodemailer's error code. */
const REASONS: readonly [RegExp, string][] = [
  [/^(EDNS|ENOTFOUND|EAI_AGAIN)$/, 'The name of the mail server was not found. Check its name.'],
  [/^ETIMEDOUT$/, 'The mail server did not answer in time. Check its name, port and encryption.'],
  [
    /^CERT_HAS_EXPIRED$/,
    "The mail server's certificate has expired. Renew it on the mail server, or ask your provider.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    "The mail server's certificate is for another name. Enter the name that it is for as Mail Server.",
  ],
  [
    /SELF_SIGNED_CERT/,
    "The mail server's certificate is self-signed, so it is not trusted. Use one from a public authority, or start Overfly with NODE_EXTRA_CA_CERTS set to the file of yours.",
  ],
  [
    /^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
    "The mail server's certificate can't be verified. It may be missing an intermediate certificate.",
  ],
  [/^(ETLS|EPROTO|ERR_SSL_)/, 'The encrypted connection failed. Check the port and encryption.'],
  [/^E(CONN|SOCKET|HOST|NET)/, 'Could not connect to the mail server. Check its name and port.'],
];

/** What a server rejected, by nodemailer's code or command. */
const REJECTIONS: Readonly<Record<string, string>> = {
  ETLS: 'The mail server does not offer STARTTLS, so choose another encryption',
  EAUTH: 'The mail server rejected the user name or password',
  'MAIL FROM': 'The mail server rejected the sender. Check From and what your account may send',
  'RCPT TO': 'The mail server rejected the recipient',
  DATA: 'The mail server rejected the email',
};

type MailError = Error & Partial<Record<'response' | 'code' | 'originalCode' | 'command', string>>;

function answerOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { response, code = '', originalCode = code, command = '', message }: MailError = error;
  if (response) {
    const rejected = REJECTIONS[code] ?? REJECTIONS[command];
    return rejected ? `${rejected}: ${response}` : response;
  }
  return REASONS.find(([codes]) => codes.test(originalCode))?.[1] ?? message;
}

const messageOf = (
  mail: OutboxMail,
  pictures: readonly MailPicture[],
  { from, replyTo, dkim }: Config['mail'],
): SendMailOptions => ({
  from,
  // Objects, because strings would be split at commas.
  to: { name: '', address: mail.recipient },
  ...replyHeader(mail.replyTo ?? replyTo),
  subject: mail.subject,
  html: mail.html,
  text: mail.plainText,
  attachments: pictures.map(({ id, jpeg }, index) => ({
    cid: contentIdOf(id),
    filename: `picture-${index + 1}.jpg`,
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
    content: jpeg,
  })),
  messageId: mail.messageId,
  date: mail.createdAt,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(mail.unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
  ...signature(dkim),
});

const replyHeader = (address: string | null) =>
  address === null ? {} : { replyTo: { name: '', address } };

const signature = (dkim: Config['mail']['dkim']) =>
  dkim && {
    dkim: {
      domainName: dkim.domain,
      keySelector: dkim.selector,
      privateKey: dkim.privateKey,
      headerFieldNames: SIGNED_HEADERS,
    },
  };

function fileTransport(config: Pick<Config, 'mail' | 'dataDir'>): Transport {
  const folder = diskStorage(mailFolder(config));
  return async (mail, pictures) => {
    const { createTransport: create } = await import('nodemailer');
    const composer = create({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail(messageOf(mail, pictures, config.mail));
    if (!Buffer.isBuffer(message)) throw new Error('The email was not composed in memory.');
    await folder.put(`${String(mail.number).padStart(8, '0')}-${mail.id}.eml`, message);
  };
}
