import { z } from 'zod';
import { Email } from './accounts.ts';
import { Alignment } from './alignment.ts';
import { Day, Id, Instant, Latitude, Longitude, text } from './fields.ts';
import { listQuery } from './pages.ts';

const PIN_KINDS = ['note', 'question', 'todo', 'approval'] as const;
const PIN_STATES = ['open', 'answered', 'done'] as const;
export const MAX_PIN_TEXT = 5000;
/** The viewer draws at most this many pins on a photo, the newest first. */
export const MAX_PINS_ON_PHOTO = 500;
export const MAX_EXPORTED_PINS = 5000;
export const MAX_SHAPES = 20;
export const GUEST_DAYS = 30;
export const MAX_REPLY_PICTURE_BYTES = 20_000_000;
/** In pixels. */
export const REPLY_PICTURE_SIDE = 1600;
/** How long a guest can still open the pin after it is done. */
const GUEST_DAYS_WHEN_DONE = 7;

const Kind = z.enum(PIN_KINDS);
export type PinKind = z.infer<typeof Kind>;
const State = z.enum(PIN_STATES);
export type PinState = z.infer<typeof State>;

type GuestLink = {
  guestKey: string | null;
  guestExpiresAt: Date | null;
  isInternal: boolean;
  state: PinState;
  stateAt: Date | null;
};

/** When the guest's link stops working; null if it doesn't work, or there is no guest. */
export function guestLinkEnd({ guestKey, guestExpiresAt, state, ...pin }: GuestLink): Date | null {
  if (guestKey === null || guestExpiresAt === null || pin.isInternal) return null;
  if (state !== 'done' || !pin.stateAt) return guestExpiresAt;
  const end = pin.stateAt.getTime() + GUEST_DAYS_WHEN_DONE * 86_400_000;
  return new Date(Math.min(end, guestExpiresAt.getTime()));
}

/** A fraction of a picture's width or height, from the top left corner. */
const Fraction = z.number().min(0).max(1);
const Point = z.tuple([Fraction, Fraction]);

/** Fractions of the picture. A box has two opposite corners, an arrow its tail and head. */
export const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('box'), points: z.array(Point).length(2) }),
  z.object({ kind: z.literal('arrow'), points: z.array(Point).length(2) }),
  z.object({ kind: z.literal('freehand'), points: z.array(Point).min(2).max(200) }),
]);
export type Shape = z.infer<typeof Shape>;

/**
 * On a photo or, at `seconds`, in a video; on the maps of a submission (degrees, WGS 84); or about a whole submission.
 */
export const PinPlace = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    fileId: Id,
    x: Fraction,
    y: Fraction,
    seconds: z.number().min(0).max(86_400).nullable().default(null),
  }),
  z.object({
    kind: z.literal('map'),
    submissionId: Id,
    longitude: Longitude,
    latitude: Latitude,
  }),
  z.object({ kind: z.literal('week'), submissionId: Id }),
]);
export type PinPlace = z.infer<typeof PinPlace>;

const Visibility = z.enum(['project', 'internal']);
export const PinText = text().min(1, 'Enter a text.').max(MAX_PIN_TEXT);

/** A person of the project, or a guest who gets a link by email. */
const Assignee = z.union([z.object({ personId: Id }), z.object({ email: Email })]);

const Fields = z.object({
  kind: Kind.default('note'),
  text: PinText,
  drawing: z.array(Shape).max(MAX_SHAPES).default([]),
  assignee: Assignee.nullable().default(null),
  /** A day in the project's time zone. */
  dueOn: Day.nullable().default(null),
  visibility: Visibility.default('project'),
});

/** The caller chooses the id, so that a draft that is sent twice is saved once. */
export const PinInput = Fields.extend({ id: Id, place: PinPlace });

/** `version` is the one the caller has seen. */
export const PinChange = z.object({
  id: Id,
  version: z.int(),
  kind: Kind.optional(),
  text: PinText.optional(),
  drawing: z.array(Shape).max(MAX_SHAPES).optional(),
  assignee: Assignee.nullable().optional(),
  dueOn: Day.nullable().optional(),
  visibility: Visibility.optional(),
  /** Only within the same photo or video. */
  moveTo: z.object({ x: Fraction, y: Fraction }).optional(),
});

/** A text, a new state, or both. `@` and the name of a person of the project notifies them. */
export const PinReplyInput = z
  .object({
    id: Id,
    replyId: Id,
    text: text().max(MAX_PIN_TEXT).default(''),
    state: State.optional(),
  })
  .refine(({ text: said, state }) => said !== '' || state !== undefined, 'Enter a reply.');

export const PinReply = z.object({
  id: Id,
  text: z.string(),
  /** The state it changed to, if any. */
  state: State.nullable(),
  author: z.string().nullable(),
  hasPicture: z.boolean(),
  createdAt: Instant,
});
export type PinReply = z.infer<typeof PinReply>;

const PinPhoto = z.object({
  title: z.string(),
  mediaUrl: z.string(),
  presets: z.array(z.int()),
  width: z.int().nullable(),
  height: z.int().nullable(),
  viewpointId: Id.nullable(),
  viewpointName: z.string().nullable(),
  alignment: Alignment.nullable(),
});

/** People's names are null for visitors of a share link. */
export const Pin = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string(),
  timeZone: z.string(),
  submissionId: Id,
  submissionTitle: z.string(),
  place: PinPlace,
  kind: Kind,
  text: z.string(),
  drawing: z.array(Shape),
  state: State,
  stateAt: Instant.nullable(),
  stateBy: z.string().nullable(),
  visibility: Visibility,
  author: z.string().nullable(),
  /** May change its text, place and drawing, and delete it. */
  mayChange: z.boolean(),
  /** Whether the viewer is the assignee. */
  isMine: z.boolean(),
  assignee: z
    .object({ personId: Id.nullable(), name: z.string(), isActive: z.boolean() })
    .nullable(),
  dueOn: Day.nullable(),
  /** The guest's link; only for people who may change the pin. */
  guest: z.object({ expiresAt: Instant, views: z.int(), isOpen: z.boolean() }).nullable(),
  replyCount: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Null for pins on maps and weeks. */
  photo: PinPhoto.nullable(),
});
export type Pin = z.infer<typeof Pin>;

const PIN_SORTS = ['due', 'created', 'project'] as const;
export const PinQuery = listQuery(PIN_SORTS).extend({
  projectId: Id.optional(),
  submissionId: Id.optional(),
  kind: Kind.optional(),
  /** Only those on maps. */
  isOnMap: z.boolean().optional(),
  state: State.optional(),
  isMine: z.boolean().optional(),
  isOverdue: z.boolean().optional(),
});
export type PinQuery = z.output<typeof PinQuery>;

export const PinPerson = z.object({ id: Id, name: z.string(), isStaff: z.boolean() });
export type PinPerson = z.infer<typeof PinPerson>;
