import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import type { Config } from '#server/config.ts';
import { mailFolder } from '#server/platform/mail/transport.ts';

/** An email that was written to a file. `id` is the file name without extension. */
export type FiledMail = {
  id: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  /** ISO 8601. */
  date: string;
  html: string;
  text: string;
};

const SHOWN = 100;
/** File names that the file transport creates. */
const ID = /^\d{8,}-[\da-f-]{36}$/;

/** Newest first, at most a hundred. */
export async function listFiledMails(config: Pick<Config, 'dataDir'>): Promise<FiledMail[]> {
  const names = await readdir(mailFolder(config)).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4));
  const newest = ids
    .filter((id) => ID.test(id))
    .sort()
    .reverse()
    .slice(0, SHOWN);
  const mails = await Promise.all(newest.map((id) => readFiledMail(config, id)));
  return mails.filter((mail) => mail !== null);
}

/** Returns null if the file doesn't exist. */
export async function readFiledMail(
  config: Pick<Config, 'dataDir'>,
  id: string,
): Promise<FiledMail | null> {
  if (!ID.test(id)) return null;
  const bytes = await readFile(join(mailFolder(config), `${id}.eml`)).catch(() => null);
  if (bytes === null) return null;
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'base64' });
  return {
    id,
    recipient: addressesOf(mail.to),
    replyTo: addressesOf(mail.replyTo) || null,
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    html: withPictures(mail),
    text: mail.text ?? '',
  };
}

/** Returns an email's HTML with its inline pictures (RFC 2392) embedded. */
const withPictures = ({ html = '', attachments }: Email) =>
  attachments.reduce(
    (text, { contentId, mimeType, content }) =>
      typeof content === 'string'
        ? text.replaceAll(
            `cid:${contentId?.replace(/^<|>$/g, '')}"`,
            `data:${mimeType};base64,${content}"`,
          )
        : text,
    html,
  );

const addressesOf = (addresses: Email['to']) =>
  (addresses ?? []).map(({ address }) => address).join(', ');
