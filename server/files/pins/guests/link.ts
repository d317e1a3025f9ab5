import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import { guestLinkEnd } from '#domain/pins.ts';
import type { Context } from '#server/platform/context.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findPin, type lockPin, type PinRow } from '../queries.ts';

type Needs = Pick<Context, 'config' | 'clock'>;
export type GuestParams = { pinId: string; seal: string };

/** Only someone with the secret key can compute it, so the database alone doesn't give it away. */
const sealOf = ({ config }: Needs, { id, guestKey }: Pick<PinRow, 'id' | 'guestKey'>) =>
  keyedHash(config.secretKey, 'pin-guest', [id, guestKey ?? '']);

export const guestPath = (ctx: Needs, pin: Pick<PinRow, 'id' | 'guestKey'>) =>
  `/pin/${pin.id}/${sealOf(ctx, pin)}`;

export type GuestPin = PinRow & { guestEmail: string; end: Date };

/** As the system, which doesn't see what is in the bin. Throws NOT_FOUND unless the link is valid and open. */
export async function openGuestPin(
  ctx: Needs,
  tx: Tx,
  { pinId, seal }: GuestParams,
  find: typeof findPin | typeof lockPin = findPin,
): Promise<GuestPin> {
  const pin = Id.safeParse(pinId).success ? await find(tx, pinId) : undefined;
  const expected = Buffer.from(sealOf(ctx, pin ?? { id: pinId, guestKey: null }));
  const given = Buffer.from(seal);
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  const end = pin ? guestLinkEnd(pin) : null;
  if (!pin || pin.guestEmail === null || !isValid || end === null || end <= ctx.clock())
    throw new AppError('NOT_FOUND');
  return { ...pin, guestEmail: pin.guestEmail, end };
}
