import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Context } from '#server/platform/context.ts';

export type ReceivedMail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** By lowercase name, unparsed. */
  headers: Record<string, string>;
  /** Embedded pictures. */
  pictures: { type: string; contentId: string | undefined }[];
  /** URLs linked in the HTML part. */
  links: string[];
};

/** Sends queued emails as the worker would, for tests that run no worker. */
export async function deliverMails(ctx: Pick<Context, 'db' | 'mail'>): Promise<void> {
  const waiting = await ctx.db.pool.query<{ id: string }>(
    "select id from mails where state = 'queued' order by number",
  );
  for (const { id } of waiting.rows) await ctx.mail.send(id);
}

/** Emails in the file mailbox of a data directory, oldest first. */
export async function readMailbox(dataDir: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(files.map(async (name) => parseMail(await readFile(join(folder, name)))));
}

export async function parseMail(bytes: Uint8Array): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(bytes);
  const html = mail.html ?? '';
  const links = [...html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
  );
  return {
    pictures: mail.attachments.map(({ mimeType, contentId }) => ({ type: mimeType, contentId })),
    to: (mail.to ?? []).map(({ address }) => address).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html,
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    links: [...new Set(links)],
  };
}
