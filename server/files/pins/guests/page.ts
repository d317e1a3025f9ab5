import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { Id, text } from '#domain/fields.ts';
import { MAX_PIN_TEXT, MAX_REPLY_PICTURE_BYTES } from '#domain/pins.ts';
import type { Context } from '#server/platform/context.ts';
import { partyOfCaller } from '#server/platform/http/concurrency.ts';
import { isHumanVisit } from '#server/platform/http/human-visit.ts';
import { writeRetryAfter } from '#server/platform/http/api-error.ts';
import { PLAIN_PAGE_HEADERS } from '#server/platform/http/plain-page.ts';
import { createLimits } from '#server/platform/limit/limit.ts';
import { presentReplies } from '../present.ts';
import { findReplyPicture, listNames, listReplies, lockPin } from '../queries.ts';
import { replyPictureOf } from '../reply-pictures.ts';
import { saveReply } from '../service.ts';
import { guestPage, type GuestView } from './html.ts';
import { guestPath, openGuestPin, type GuestParams, type GuestPin } from './link.ts';
import { countGuestView } from './queries.ts';
import { createSpotCutter, weeksOf } from './spots.ts';

const PATH = '/pin/:pinId/:seal';
const REPLIES_AN_HOUR = 60;
const SYSTEM = { kind: 'system' } as const;
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
// 'no-referrer' would also make the form's origin null, which is rejected as cross-site.
const HEADERS = {
  ...PLAIN_PAGE_HEADERS,
  'content-security-policy': `${PLAIN_PAGE_HEADERS['content-security-policy']}; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'same-origin',
};
const FORM_BYTES = MAX_REPLY_PICTURE_BYTES + 100_000;

async function readForm(type: string, body: Buffer): Promise<FormData> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  try {
    // eslint-disable-next-line typescript/no-deprecated -- the body is in memory already
    return await response.formData();
  } catch (error) {
    throw new AppError('INVALID_INPUT', undefined, { cause: error });
  }
}

type Guest = { Params: GuestParams };

/** The page of someone without an account; the URL is the secret. */
export const guestPinPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const cut = createSpotCutter(ctx);
    const posts = createLimits(ctx)('pin-guest', REPLIES_AN_HOUR, 3600);
    const open = (params: GuestParams) => ctx.db.ask(SYSTEM, (tx) => openGuestPin(ctx, tx, params));
    const inTurn = <T>(request: FastifyRequest, work: () => Promise<T>) =>
      ctx.atOnce.turns(partyOfCaller(null, request), work);

    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ['multipart/form-data', 'application/x-www-form-urlencoded'],
      { parseAs: 'buffer', bodyLimit: FORM_BYTES },
      ({ headers }: FastifyRequest, body: Buffer) => readForm(headers['content-type'] ?? '', body),
    );
    // Before the body is read.
    app.addHook<Guest>('onRequest', async ({ method, params }) => {
      if (method !== 'POST') return;
      const { id } = await open(params);
      await posts.of(id).add();
    });
    app.get<Guest>(PATH, (request, reply) =>
      inTurn(request, async () => {
        const pin = await open(request.params);
        const isSent = Object.hasOwn(request.query as object, 'sent');
        if (isHumanVisit(request) && !isSent)
          await ctx.db.as(SYSTEM, (tx) => countGuestView(tx, pin.id));
        return sendPage(ctx, reply, pin, { isSent });
      }),
    );
    app.post<Guest>(PATH, async (request, reply) => {
      const form = request.body instanceof FormData ? request.body : new FormData();
      try {
        await saveGuestReply(ctx, request.params, form);
      } catch (error) {
        if (!(error instanceof AppError) || error.status === 404 || error.status >= 500)
          throw error;
        writeRetryAfter(reply, error);
        const failed = { message: error.message, text: textIn(form) };
        const pin = await open(request.params);
        return sendPage(ctx, reply.status(error.status), pin, { isSent: false, failed });
      }
      const { pinId, seal } = request.params;
      return reply.headers(HEADERS).redirect(`/pin/${pinId}/${seal}?sent`, 303);
    });
    app.get<{ Params: GuestParams & { name: string } }>(
      `${PATH}/pictures/:name`,
      (request, reply) =>
        inTurn(request, async () => {
          const pin = await open(request.params);
          const bytes = await pictureFor(ctx, cut, pin, request.params.name);
          return reply.type('image/jpeg').headers(PRIVATE).send(bytes);
        }),
    );
  };

async function sendPage(
  ctx: Context,
  reply: FastifyReply,
  pin: GuestPin,
  outcome: Pick<GuestView, 'isSent' | 'failed'>,
) {
  const weeks = await weeksOf(ctx, pin);
  const { createdBy } = pin;
  const view = await ctx.db.as(SYSTEM, async (tx) => ({
    ...outcome,
    pin,
    weeks,
    path: guestPath(ctx, pin),
    now: ctx.clock(),
    author: (await listNames(tx, [createdBy])).get(createdBy ?? '')?.name ?? '',
    replies: await presentReplies(tx, await listReplies(tx, [pin.id])),
  }));
  return reply.headers(HEADERS).send(guestPage(ctx.config.brand, view));
}

async function pictureFor(
  ctx: Context,
  cut: ReturnType<typeof createSpotCutter>,
  pin: GuestPin,
  name: string,
): Promise<Buffer> {
  const [, isReply, id = ''] = /^(reply-)?([\da-f-]{36})\.jpg$/.exec(name) ?? [];
  if (!Id.safeParse(id).success) throw new AppError('NOT_FOUND');
  if (isReply) {
    const row = await ctx.db.ask(SYSTEM, (tx) => findReplyPicture(tx, id));
    if (row?.pinId !== pin.id || !row.picture) throw new AppError('NOT_FOUND');
    return row.picture;
  }
  const week = (await weeksOf(ctx, pin)).find(({ fileId }) => fileId === id);
  if (!week) throw new AppError('NOT_FOUND');
  return cut(week);
}

function textIn(form: FormData): string {
  const written = form.get('text');
  return typeof written === 'string' ? written : '';
}

const GuestReply = z.object({
  replyId: Id,
  text: text().max(MAX_PIN_TEXT, 'Shorten your message.'),
  action: z.enum(['reply', 'done']),
});

async function saveGuestReply(ctx: Context, params: GuestParams, form: FormData): Promise<void> {
  const input = GuestReply.safeParse(Object.fromEntries(form));
  if (!input.success) throw new AppError('INVALID_INPUT', input.error.issues[0]?.message);
  const { replyId, text: said, action } = input.data;
  const photo = form.get('photo');
  const picture =
    photo instanceof File && photo.size > 0 ? await replyPictureOf(ctx, photo) : undefined;
  if (said === '' && !picture && action === 'reply')
    throw new AppError('INVALID_INPUT', 'Write a message or choose a photo.');
  await ctx.db.as(SYSTEM, async (tx) => {
    // Checked again, because it may have been revoked while the photo was decoded.
    const pin = await openGuestPin(ctx, tx, params, lockPin);
    const state = action === 'done' ? { state: 'done' as const } : {};
    const by = { createdBy: null, guestEmail: pin.guestEmail };
    await saveReply(ctx, tx, pin, { replyId, text: said, picture, ...state, ...by });
  });
}
