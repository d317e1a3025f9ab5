import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import { CALENDAR_FILES } from '#domain/visit-texts.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import type { Context } from '#server/platform/context.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { partyOfCaller } from '#server/platform/http/concurrency.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { calendarOf } from './calendar.ts';
import { findCalendarOwner, listForCalendar, setCalendarKey } from './queries.ts';

const PAST_MS = 60 * 86_400_000;
const HEADERS = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

type Link = Promise<{ path: string | null }>;

export const getCalendarLink = (ctx: Context, viewer: Viewer): Link =>
  ctx.db.as(viewer, async (tx) => {
    const id = ownId(viewer);
    return linkOf(ctx, id, (await findCalendarOwner(tx, id))?.calendarKey);
  });

/** Creates or renews the link, or turns it off. The previous one stops working. */
export const setCalendarLink = (ctx: Context, viewer: Viewer, { isOn }: { isOn: boolean }): Link =>
  ctx.db.as(viewer, async (tx) => {
    const [id, key] = [ownId(viewer), isOn ? randomUUID() : null];
    await setCalendarKey(tx, id, key);
    await ctx.record(tx, { type: isOn ? 'person.calendar-linked' : 'person.calendar-off', id });
    return linkOf(ctx, id, key);
  });

function ownId(viewer: Viewer): string {
  const id = profileOf(viewer);
  if (id === null) throw new AppError('ACCESS_DENIED');
  return id;
}

const linkOf = (ctx: Context, personId: string, key: string | null | undefined) => ({
  path: key ? `/calendar/${personId}/${sealOf(ctx, personId, key)}` : null,
});

/** Only someone with the secret key can compute it, so the database alone doesn't give it away. */
const sealOf = ({ config }: Context, personId: string, key: string) =>
  keyedHash(config.secretKey, 'calendar', [personId, key]);

type Params = { personId: string; seal: string; file: string };

/** Calendar apps can't sign in: the URL is the secret. */
export const calendarPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: Params }>('/calendar/:personId/:seal/:file', async (request, reply) => {
      const origin = publicOrigin(ctx.config, request);
      const text = await ctx.atOnce.turns(partyOfCaller(null, request), () =>
        readCalendar(ctx, request.params, origin),
      );
      return reply.headers(HEADERS).send(text);
    });
  };

/** The visits that the person sees now: of the last 60 days, and all coming ones. Throws NOT_FOUND. */
async function readCalendar(ctx: Context, { personId, seal, file }: Params, origin: string) {
  const person = Id.safeParse(personId).success
    ? await ctx.db.as({ kind: 'system' }, (tx) => findCalendarOwner(tx, personId))
    : undefined;
  const expected = Buffer.from(sealOf(ctx, personId, person?.calendarKey ?? ''));
  const given = Buffer.from(seal);
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  const isMine = file === CALENDAR_FILES.mine;
  if (!person?.calendarKey || !isValid || (!isMine && file !== CALENDAR_FILES.all))
    throw new AppError('NOT_FOUND');
  const viewer = viewerOfPerson(personId, person.role, person.companyId);
  const now = ctx.clock();
  const visits = await ctx.db.ask(viewer, (tx) =>
    listForCalendar(tx, new Date(now.getTime() - PAST_MS), isMine ? personId : null),
  );
  const name = `${ctx.config.brand.name}: ${isMine ? 'My visits' : 'Visits'}`;
  return calendarOf(visits, { name, isForStaff: viewer.kind === 'staff', origin, now });
}
