import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { CalendarLinks } from '#domain/visits.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import type { Context } from '#server/platform/context.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { calendarOf } from './calendar.ts';
import { findCalendarOwner, listForCalendar, setCalendarKey } from './queries.ts';

type Answer = Promise<{ links: z.output<typeof CalendarLinks> | null }>;

const FILES = { all: 'visits.ics', mine: 'my-visits.ics' } as const;
const PAST_MS = 60 * 86_400_000;

/** Only someone with the secret key can compute it, so the database alone doesn't give it away. */
const sealOf = ({ config }: Context, personId: string, key: string) =>
  keyedHash(config.secretKey, 'calendar', [personId, key]);

export const getCalendarLinks = (ctx: Context, viewer: Viewer): Answer =>
  ctx.db.as(viewer, async (tx) => {
    const id = ownId(viewer);
    return linksOf(ctx, viewer, id, (await findCalendarOwner(tx, id))?.calendarKey ?? null);
  });

/** Previous links stop working. */
export const renewCalendarLinks = (ctx: Context, viewer: Viewer): Answer =>
  setKey(ctx, viewer, randomUUID());

export const turnOffCalendarLinks = (ctx: Context, viewer: Viewer): Answer =>
  setKey(ctx, viewer, null);

const setKey = (ctx: Context, viewer: Viewer, key: string | null): Answer =>
  ctx.db.as(viewer, async (tx) => {
    const id = ownId(viewer);
    await setCalendarKey(tx, id, key);
    await ctx.record(tx, { type: key ? 'person.calendar-renewed' : 'person.calendar-off', id });
    return linksOf(ctx, viewer, id, key);
  });

function ownId(viewer: Viewer): string {
  const id = profileOf(viewer);
  if (id === null) throw new AppError('ACCESS_DENIED');
  return id;
}

function linksOf(ctx: Context, { kind }: Viewer, personId: string, key: string | null) {
  if (key === null) return { links: null };
  const path = (file: string) => `/calendar/${personId}/${sealOf(ctx, personId, key)}/${file}`;
  return { links: { all: path(FILES.all), mine: kind === 'staff' ? path(FILES.mine) : null } };
}

export type CalendarParams = { personId: string; seal: string; file: string };

/**
 * The visits that the person sees now: of the last 60 days, and all coming ones. Throws NOT_FOUND if the link is invalid
 * or the person is deactivated.
 */
export async function readCalendar(
  ctx: Context,
  { personId, seal, file }: CalendarParams,
  origin: string,
): Promise<string> {
  const person = Id.safeParse(personId).success
    ? await ctx.db.as({ kind: 'system' }, (tx) => findCalendarOwner(tx, personId))
    : undefined;
  const expected = Buffer.from(sealOf(ctx, personId, person?.calendarKey ?? ''));
  const given = Buffer.from(seal);
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  const isMine = file === FILES.mine;
  if (!person?.calendarKey || !isValid || (!isMine && file !== FILES.all))
    throw new AppError('NOT_FOUND');
  const viewer = viewerOfPerson(personId, person.role, person.companyId);
  const now = ctx.clock();
  const visits = await ctx.db.ask(viewer, (tx) =>
    listForCalendar(tx, new Date(now.getTime() - PAST_MS), isMine ? personId : null),
  );
  const name = `${ctx.config.brand.name}: ${isMine ? 'My visits' : 'Visits'}`;
  return calendarOf(visits, { name, isForStaff: viewer.kind === 'staff', origin, now });
}
