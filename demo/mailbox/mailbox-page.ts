import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#domain/html.ts';
import { isPublished } from '#domain/passwords.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken } from '#server/platform/crypto.ts';
import { isFromThisMachine } from '#server/platform/http/this-machine.ts';
import { createLimits } from '#server/platform/limit/limit.ts';
import { networkOf } from '#server/platform/limit/network.ts';
import { listFiledMails, readFiledMail, type FiledMail } from './mailbox.ts';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem;overflow-wrap:anywhere}
ul{padding-left:1.25rem}
h1{line-height:1.2}
li{margin:.5rem 0}
small{opacity:.8}
iframe{width:100%;height:36rem;border:1px solid #8888;border-radius:8px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid #8888;border-radius:8px}`;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";
/**
 * Browser tests need `allow-scripts`. It's safe, because the policy blocks an email's scripts and the frame has no
 * origin.
 */
const SANDBOX =
  'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';
const MAIL_POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox ${SANDBOX}`;

/**
 * Serves /dev/mail, which shows the sample site's emails. Only in demo mode without an SMTP server, because their links
 * sign people in. Open to anyone on this machine; from elsewhere, it requires the password set for the sample.
 */
export const mailboxPlugin =
  (ctx: Pick<Context, 'config' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const { config } = ctx;
    const { demo, mail } = config;
    if (!demo.enabled || mail.smtpUrl !== null) return;
    const isAllowed = createPasswordCheck(ctx);
    app.addHook('onRequest', async (request, reply) => {
      if (!config.demo.enabled) return reply.callNotFound();
      if (isFromThisMachine(request.raw)) return;
      if (isPublished(demo.password)) return reply.callNotFound();
      if (await isAllowed(request)) return;
      await reply.status(401).header('www-authenticate', CHALLENGE).send('Password required.');
    });
    app.get('/dev/mail', async (_request, reply) =>
      sendPage(reply, POLICY, listPage(await listFiledMails(config))),
    );
    app.get<{ Params: { id: string } }>('/dev/mail/:id', async ({ params }, reply) => {
      const found = await readFiledMail(config, params.id);
      return found ? sendPage(reply, POLICY, mailPage(found)) : reply.callNotFound();
    });
    app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async ({ params }, reply) => {
      const found = await readFiledMail(config, params.id);
      const framed = found?.html.replace('<head>', '<head><base target="_top">');
      return framed ? sendPage(reply, MAIL_POLICY, framed) : reply.callNotFound();
    });
  };

const CHALLENGE = 'Basic realm="Sample site email", charset="UTF-8"';

/**
 * The check returns whether a request has the sample's password (RFC 7617), with any user name. Throws RATE_LIMITED.
 */
function createPasswordCheck(ctx: Pick<Context, 'config' | 'db'>) {
  const guesses = createLimits(ctx)('sample-mailbox', 20, 15 * 60);
  return async ({ headers, ip }: FastifyRequest): Promise<boolean> => {
    const [, encoded] = /^Basic ([\w+/=]+)$/i.exec(headers.authorization ?? '') ?? [];
    if (encoded === undefined) return false;
    const guess = guesses.of(networkOf(ip));
    await guess.add();
    const given = Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
    const [theirs, ours] = [given, ctx.config.demo.password].map(hashToken);
    const isRight = theirs === ours;
    if (isRight) await guess.undo();
    return isRight;
  };
}

const sendPage = (reply: FastifyReply, policy: string, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .send(html);

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style><main>${body}</main></html>`;

const listPage = (mails: FiledMail[]) =>
  page(
    'Sample site email',
    `<h1>Sample site email</h1>
<p>No mail server is set up, so these emails were not sent. They are saved in the data folder, under <code>mail/</code>.</p>
${mails.length === 0 ? '<p>No emails yet.</p>' : `<ul>${mails.map(listItem).join('')}</ul>`}`,
  );

const listItem = (mail: FiledMail) =>
  `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br><small>to ${escapeHtml(mail.recipient)} · ${escapeHtml(mail.date)}</small></li>`;

/** The links in an email's HTML, where they're already escaped. */
const linksOf = (html: string) =>
  [...new Set([...html.matchAll(/<a href="(https?:[^"<>]*)"/g)].map(([, url = '']) => url))]
    .map((url) => `<li><a href="${url}">${url}</a></li>`)
    .join('');

const mailPage = (mail: FiledMail) =>
  page(
    mail.subject,
    `<p><a href="/dev/mail">All emails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p>To ${escapeHtml(mail.recipient)}${mail.replyTo ? `, replies to ${escapeHtml(mail.replyTo)}` : ''}<br><small>${escapeHtml(mail.date)}</small></p>
<iframe title="Email preview" sandbox="${SANDBOX}" src="/dev/mail/${mail.id}/html"></iframe>
<h2>Links</h2>
<ul>${linksOf(mail.html)}</ul>
<h2>Plain text</h2>
<pre>${escapeHtml(mail.text)}</pre>`,
  );
