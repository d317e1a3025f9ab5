import { guestLinkEnd } from '#domain/pins.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findPin, type PinRow } from '../queries.ts';
import { guestMail } from './mail.ts';

/** Queues nothing if the guest's link doesn't work. */
export async function mailGuest(ctx: Context, tx: Tx, pin: PinRow, isReminder = false) {
  const { guestEmail } = pin;
  const end = guestLinkEnd(pin);
  if (guestEmail === null || end === null || end <= ctx.clock()) return;
  await ctx.mail.queue(tx, guestMail(ctx, { ...pin, guestEmail, end }, isReminder));
}

export async function inviteGuest(ctx: Context, tx: Tx, pinId: string): Promise<void> {
  const pin = await findPin(tx, pinId);
  if (pin) await mailGuest(ctx, tx, pin);
}
