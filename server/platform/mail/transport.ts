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
  const { mail, demo } = config;
  const file = fileTransport(config);
  if (mail.smtpUrl === null) return file;
  const smtp = smtpTransport(mail, mail.smtpUrl);
  return (sent, pictures) =>
    (demo.enabled && isReservedAddress(sent.recipient) ? file : smtp)(sent, pictures);
}

const messageOf = (
  mail: OutboxMail,
  pictures: readonly MailPicture[],
  { from, dkim }: Config['mail'],
): SendMailOptions => ({
  from,
  // Objects, because strings would be split at commas.
  to: { name: '', address: mail.recipient },
  ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
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
  ...(dkim && {
    dkim: {
      domainName: dkim.domain,
      keySelector: dkim.selector,
      privateKey: dkim.privateKey,
      headerFieldNames: SIGNED_HEADERS,
    },
  }),
});

function smtpTransport(config: Config['mail'], url: string): Transport {
  return async (mail, pictures) => {
    const { createTransport: create } = await import('nodemailer');
    await create({ url, ...TIMEOUTS }).sendMail(messageOf(mail, pictures, config));
  };
}

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
