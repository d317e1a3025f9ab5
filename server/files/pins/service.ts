import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Deleted } from '#domain/bin.ts';
import { AppError } from '#domain/errors.ts';
import {
  GUEST_DAYS,
  guestLinkEnd,
  type Pin,
  type PinChange,
  type PinInput,
  type PinQuery,
  type PinReply,
  type PinReplyInput,
  type PinState,
} from '#domain/pins.ts';
import { dayIn } from '#domain/weeks.ts';
import { isProjectVisible } from '#server/projects/service.ts';
import { putInBin, restoreOwn } from '#server/projects/bin/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { totalOf } from '#server/platform/db/search.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { inviteGuest } from './guests/mail.ts';
import { mayChangePin, presentPins, presentReplies, type Needs } from './present.ts';
import {
  countPins,
  findHome,
  findPin,
  insertPin,
  insertReply,
  listPinPeople,
  listPins,
  listProjectPins,
  listPinsOnFile,
  listReplies,
  listWatchers,
  lockPin,
  updatePin,
  type PinRow,
} from './queries.ts';

const DAY_MS = 86_400_000;

type PinWithReplies = Pin & { replies: PinReply[] };
type Change = z.output<typeof PinChange>;
type Assignee = NonNullable<Change['assignee']>;
type People = Awaited<ReturnType<typeof listPinPeople>>;

export const pinsFor = (ctx: Context, viewer: Viewer, query: PinQuery) =>
  ctx.db.as(viewer, async (tx) => {
    const filter = filterOf(ctx, viewer, query);
    const rows = await listPins(tx, filter);
    const found = await totalOf(rows, query.page, () => countPins(tx, filter));
    return { pins: await presentPins(ctx, tx, rows), found };
  });

export const filterOf = (
  { clock }: Pick<Context, 'clock'>,
  viewer: Viewer,
  { isMine, isOverdue, ...wanted }: PinQuery,
) => ({
  ...wanted,
  assigneeId: isMine ? profileOf(viewer) : null,
  overdueAt: isOverdue ? clock() : null,
});

export const pinsOnFile = (ctx: Context, viewer: Viewer, { fileId }: { fileId: string }) =>
  ctx.db.as(viewer, async (tx) => presentPins(ctx, tx, await listPinsOnFile(tx, fileId)));

/** Those that the viewer of the transaction can see, newest first, at most MAX_PINS_ON_PHOTO. */
export const pinsIn = async (ctx: Needs, tx: Tx, projectId: string) =>
  presentPins(ctx, tx, await listProjectPins(tx, projectId));

export const peopleForPins = (ctx: Context, viewer: Viewer, { projectId }: { projectId: string }) =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    return (await listPinPeople(tx, projectId)).map(({ name, ...of }) => ({
      ...of,
      name: name ?? '',
    }));
  });

/** Throws PIN_NOT_FOUND. */
export const pinFor = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, (tx) => pinIn(ctx, tx, id));

export async function pinIn(ctx: Context, tx: Tx, id: string): Promise<PinWithReplies> {
  const row = await findPin(tx, id);
  const [pin] = row ? await presentPins(ctx, tx, [row]) : [];
  if (!pin) throw new AppError('PIN_NOT_FOUND');
  return { ...pin, replies: await presentReplies(tx, await listReplies(tx, [id])) };
}

/** Throws FILE_NOT_FOUND, SUBMISSION_NOT_FOUND or an error of PIN_…; returns the saved pin if it exists already. */
export async function createPin(ctx: Context, viewer: Viewer, input: z.output<typeof PinInput>) {
  await countGuest(ctx, viewer, input.assignee);
  return ctx.db
    .as(viewer, async (tx) => {
      const { id, place, kind, text, assignee, dueOn, visibility } = input;
      const home = await findHome(tx, 'fileId' in place ? { fileId: place.fileId } : place);
      const isOnFile = 'fileId' in place;
      if (!home) throw new AppError(isOnFile ? 'FILE_NOT_FOUND' : 'SUBMISSION_NOT_FOUND');
      if (isOnFile && home.kind !== 'photo' && home.kind !== 'video')
        throw new AppError('FILE_NOT_FOUND');
      const now = ctx.clock();
      if (dueOn !== null) assertNotPast(dueOn, now, home.timeZone);
      const people = await listPinPeople(tx, home.projectId);
      const isInternal = visibility === 'internal' && viewer.kind !== 'client';
      if (kind === 'approval') assertApproval(viewer, input, people);
      if (assignee) assertAssignable(assignee, people, isInternal);
      const isNew = await insertPin(tx, {
        id,
        ...columnsOf(place),
        submissionId: home.id,
        kind,
        text,
        isInternal,
        dueOn,
        drawing: JSON.stringify(input.drawing),
        ...assigneeColumns(assignee, now),
        createdBy: profileOf(viewer),
        createdAt: now,
        updatedAt: now,
      });
      if (!isNew) return pinIn(ctx, tx, id);
      const personIds = [...mentionedIn(text, people), ...idsOf(assignee)];
      await recordPin(ctx, tx, { type: 'pin.created', id, personIds });
      if (assignee && 'email' in assignee) await inviteGuest(ctx, tx, id);
      return pinIn(ctx, tx, id);
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'pins_one_approval') throw error;
      throw new AppError('PIN_APPROVAL_EXISTS', undefined, { cause: error });
    });
}

async function countGuest({ auth }: Context, viewer: Viewer, assignee: Change['assignee']) {
  if (assignee && 'email' in assignee) await auth.limits.pinGuest(profileOf(viewer) ?? '');
}

/** Throws PIN_NOT_FOUND (also if the viewer may only reply), PIN_CHANGED, and the errors of createPin. */
export async function changePin(ctx: Context, viewer: Viewer, change: Change) {
  await countGuest(ctx, viewer, change.assignee);
  return ctx.db.as(viewer, async (tx) => {
    const { id, version, assignee, dueOn, visibility, drawing, moveTo, kind, text } = change;
    const before = await changeablePin(tx, id);
    if (before.version !== version) throw new AppError('PIN_CHANGED');
    const now = ctx.clock();
    const people = await listPinPeople(tx, before.projectId);
    const isInternal =
      viewer.kind === 'client'
        ? before.isInternal
        : visibility
          ? visibility === 'internal'
          : before.isInternal;
    if (dueOn && dueOn !== before.dueOn) assertNotPast(dueOn, now, before.timeZone);
    if (assignee) assertAssignable(assignee, people, isInternal);
    const isNewGuest = assignee && 'email' in assignee && !hasLink(before, assignee.email, now);
    const isSameGuest = assignee && 'email' in assignee && !isNewGuest;
    const isApproval = before.kind === 'approval';
    if (kind !== undefined && (kind === 'approval') !== isApproval)
      throw new AppError('PIN_APPROVAL');
    if (isApproval && assignee !== undefined) assertApprover(assignee, people);
    await updatePin(tx, id, {
      ...(kind && { kind }),
      ...(text && { text }),
      ...(drawing && { drawing: JSON.stringify(drawing) }),
      ...(moveTo && before.fileId !== null && moveTo),
      ...(dueOn !== undefined && { dueOn, remindedOn: null }),
      ...(assignee !== undefined && !isSameGuest && assigneeColumns(assignee, now)),
      isInternal,
      version: version + 1,
      updatedAt: now,
    });
    const isNewlyAssigned = idsOf(assignee).filter((person) => person !== before.assigneeId);
    const isNewlyMentioned = text
      ? mentionedIn(text, people).filter(
          (person) => !mentionedIn(before.text, people).includes(person),
        )
      : [];
    await recordPin(ctx, tx, {
      type: 'pin.changed',
      id,
      personIds: [...isNewlyAssigned, ...isNewlyMentioned],
    });
    if (isNewGuest) await inviteGuest(ctx, tx, id);
    return pinIn(ctx, tx, id);
  });
}

/** Throws PIN_NOT_FOUND, or ACCESS_DENIED if someone other than the assignee answers an approval. */
export const replyToPin = (ctx: Context, viewer: Viewer, reply: z.output<typeof PinReplyInput>) =>
  ctx.db.as(viewer, async (tx) => {
    const before = await lockPin(tx, reply.id);
    if (!before) throw new AppError('PIN_NOT_FOUND');
    if (before.kind === 'approval' && reply.state) {
      const isApprover = before.assigneeId === profileOf(viewer);
      const isReopened = viewer.kind === 'staff' && reply.state === 'open';
      if (!isApprover && !isReopened) throw new AppError('ACCESS_DENIED');
    }
    await saveReply(ctx, tx, before, { ...reply, createdBy: profileOf(viewer), guestEmail: null });
    return pinIn(ctx, tx, reply.id);
  });

type NewReply = {
  replyId: string;
  text: string;
  state?: PinState | undefined;
  createdBy: string | null;
  guestEmail: string | null;
  picture?: Buffer | undefined;
};

/** A reply with an id that is already saved changes nothing. The caller has locked the pin. */
export async function saveReply(
  ctx: Context,
  tx: Tx,
  pin: PinRow,
  { replyId, text, state, createdBy, guestEmail, picture }: NewReply,
): Promise<void> {
  const now = ctx.clock();
  const to = state === pin.state ? undefined : state;
  if (text === '' && to === undefined && !picture) return;
  const values = { id: replyId, pinId: pin.id, text, state: to ?? null, createdBy, guestEmail };
  if (!(await insertReply(tx, { ...values, picture: picture ?? null, createdAt: now }))) return;
  if (to)
    await updatePin(tx, pin.id, { state: to, stateAt: now, stateBy: createdBy, updatedAt: now });
  const people = await listPinPeople(tx, pin.projectId);
  const watchers = await listWatchers(tx, pin.id);
  const managers = pin.kind === 'approval' && pin.projectManagerId ? [pin.projectManagerId] : [];
  const personIds = [...watchers, ...managers, ...mentionedIn(text, people)];
  await recordPin(ctx, tx, { type: eventOfReply(to), id: pin.id, personIds, guestEmail });
}

const eventOfReply = (state: PinState | undefined) =>
  state === undefined
    ? 'pin.replied'
    : ({ open: 'pin.reopened', answered: 'pin.answered', done: 'pin.done' } as const)[state];

/** Throws PIN_NOT_FOUND. */
export const removePin = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<z.infer<typeof Deleted>> =>
  ctx.db.as(viewer, async (tx) => {
    await changeablePin(tx, id);
    await recordPin(ctx, tx, { type: 'pin.put-in-bin', id });
    await putInBin(ctx, tx, { kind: 'pin', id });
    return { id, binDays: ctx.config.binDays };
  });

/** Throws NOT_IN_BIN unless the viewer deleted it, and the errors of restoreFromBin. */
export const restorePin = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    await restoreOwn(ctx, tx, { kind: 'pin', id });
    return pinIn(ctx, tx, id);
  });

/** Throws PIN_NOT_FOUND. */
export const revokeGuest = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    await changeablePin(tx, id);
    await updatePin(tx, id, { guestKey: null, updatedAt: ctx.clock() });
    await recordPin(ctx, tx, { type: 'pin.guest-revoked', id });
    return pinIn(ctx, tx, id);
  });

async function changeablePin(tx: Tx, id: string): Promise<PinRow> {
  const row = await lockPin(tx, id);
  if (!row || !mayChangePin(viewerOf(tx), row)) throw new AppError('PIN_NOT_FOUND');
  return row;
}

const columnsOf = (place: z.output<typeof PinInput>['place']) => {
  const { kind: _, ...columns } = place;
  return columns;
};

const assigneeColumns = (assignee: Assignee | null, now: Date) =>
  assignee && 'email' in assignee
    ? {
        assigneeId: null,
        guestEmail: assignee.email,
        guestKey: randomUUID(),
        guestExpiresAt: new Date(now.getTime() + GUEST_DAYS * DAY_MS),
        guestViews: 0,
      }
    : {
        assigneeId: assignee?.personId ?? null,
        guestEmail: null,
        guestKey: null,
        guestExpiresAt: null,
        guestViews: 0,
      };

/** A link that still works is kept. */
function hasLink(pin: PinRow, email: string, now: Date): boolean {
  const end = guestLinkEnd(pin);
  return pin.guestEmail === email && end !== null && end > now;
}

const idsOf = (assignee: Assignee | null | undefined) =>
  assignee && 'personId' in assignee ? [assignee.personId] : [];

function assertNotPast(day: string, now: Date, timeZone: string): void {
  if (day < dayIn(now, timeZone)) throw new AppError('PIN_DUE_PASSED');
}

function assertAssignable(assignee: Assignee, people: People, isInternal: boolean): void {
  if ('email' in assignee) {
    if (isInternal) throw new AppError('PIN_INTERNAL');
    return;
  }
  const person = people.find(({ id }) => id === assignee.personId);
  if (!person) throw new AppError('PIN_ASSIGNEE');
  if (isInternal && !person.isStaff) throw new AppError('PIN_INTERNAL');
}

/** Staff choose a client to approve a week. */
function assertApproval(
  viewer: Viewer,
  { place, assignee, visibility }: z.output<typeof PinInput>,
  people: People,
) {
  if (viewer.kind === 'client') throw new AppError('ACCESS_DENIED');
  if (place.kind !== 'week' || visibility === 'internal') throw new AppError('PIN_APPROVAL');
  assertApprover(assignee, people);
}

function assertApprover(assignee: Assignee | null, people: People): void {
  const person = people.find(({ id }) => idsOf(assignee).includes(id));
  if (!person || person.isStaff) throw new AppError('PIN_APPROVAL');
}

/** People whose name follows an `@`. */
const mentionedIn = (text: string, people: People): string[] =>
  people
    .filter(({ name }) => name && text.toLowerCase().includes(`@${name.toLowerCase()}`))
    .map(({ id }) => id);

type PinEvent =
  | 'pin.created'
  | 'pin.changed'
  | 'pin.replied'
  | 'pin.answered'
  | 'pin.done'
  | 'pin.reopened'
  | 'pin.guest-revoked'
  | 'pin.put-in-bin';

type RecordedPin = { type: PinEvent; id: string; personIds?: string[]; guestEmail?: string | null };

/** Notifies the people, except the viewer. Only staff are notified of internal pins. */
async function recordPin(
  ctx: Context,
  tx: Tx,
  { type, id, personIds = [], guestEmail = null }: RecordedPin,
) {
  const pin = await findPin(tx, id);
  if (!pin) throw new AppError('PIN_NOT_FOUND');
  const { projectId, isInternal } = pin;
  const people = isInternal ? await listPinPeople(tx, projectId) : [];
  const isStaff = (person: string) => people.some((one) => one.id === person && one.isStaff);
  const others = personIds.filter(
    (person) => person !== profileOf(viewerOf(tx)) && (!isInternal || isStaff(person)),
  );
  const name = pin.text.slice(0, 80);
  const detail = { kind: pin.kind, state: pin.state, ...(guestEmail && { guestEmail }) };
  await ctx.record(tx, {
    type,
    id,
    name,
    detail,
    projectId,
    isInternal,
    personIds: [...new Set(others)],
  });
}
