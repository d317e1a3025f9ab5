import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { escapeHtml } from '#domain/html.ts';
import { KIND_NAMES } from '#domain/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { stopMails } from './service.ts';
import { topicsOfLink, type Topic, type UnsubscribeParams } from './unsubscribe.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
};
const PATH = '/unsubscribe/:personId/:kinds/:seal';

/** Also supports one-click unsubscribe (RFC 8058). GET changes nothing, because email scanners open all links. */
export const unsubscribePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    // The URL contains everything needed, so request bodies are ignored.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, null),
    );
    const send = (reply: FastifyReply, status: number, content: Content) =>
      reply.status(status).headers(HEADERS).send(pageOf(ctx, content));
    const gone = (reply: FastifyReply) => send(reply, 404, NOT_VALID);

    app.get<{ Params: UnsubscribeParams }>(PATH, async ({ params }, reply) => {
      const topics = topicsOfLink(ctx.signer, params);
      return topics ? send(reply, 200, question(topics)) : gone(reply);
    });
    app.post<{ Params: UnsubscribeParams }>(PATH, async ({ params }, reply) => {
      const topics = topicsOfLink(ctx.signer, params);
      if (!topics) return gone(reply);
      await stopMails(ctx, params.personId, topics);
      return send(reply, 200, done(topics));
    });
  };

type Content = { title: string; text: string; button?: string };

const NOT_VALID: Content = {
  title: "This link isn't valid",
  text: 'It may be old or incomplete. Sign in and open your account page to choose which emails you get.',
};
const NAMES: Readonly<Record<string, string>> = KIND_NAMES;
const named = (topics: readonly Topic[]) =>
  new Intl.ListFormat('en-US').format(topics.map((topic) => NAMES[topic] ?? 'this viewpoint'));
const question = (topics: readonly Topic[]): Content => ({
  title: 'Unsubscribe',
  text: `Do you want to stop getting emails about ${named(topics)}?`,
  button: 'Unsubscribe',
});
const SEEN_ANYWAY =
  "You'll still see these notifications when you sign in. You can turn these emails on again on your account page.";
const done = (topics: readonly Topic[]): Content => ({
  title: 'You are unsubscribed',
  text: `You won't get any more emails about ${named(topics)}. ${topics.some((topic) => topic in NAMES) ? SEEN_ANYWAY : "You can turn them on again on the viewpoint's page."}`,
});

const pageOf = (
  { config: { brand } }: Context,
  { title, text, button }: Content,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; padding: 1.5rem; }
p { margin: 0 0 1rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid; border-radius: 8px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
a { color: inherit; }
</style>
</head>
<body>
<main>
<p>${escapeHtml(brand.name)}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : '<p><a href="/dashboard/account">Open your account page</a></p>'}
</main>
</body>
</html>
`;
