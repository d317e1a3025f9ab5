import { dateText } from '#domain/date-format.ts';
import { guestLinkEnd } from '#domain/pins.ts';
import { dayIn } from '#domain/weeks.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { contentIdOf } from '#server/platform/mail/mail-pictures.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { findPin, type PinRow } from '../queries.ts';
import { guestPath, type GuestPin } from './link.ts';

export const dayText = (day: string) => dateText(day, { timeZone: 'UTC', dateStyle: 'long' });

type Due = Pick<PinRow, 'dueOn' | 'state' | 'timeZone'>;

/** Empty without a due day. */
export function dueText({ dueOn, state, timeZone }: Due, now: Date): string {
  if (dueOn === null) return '';
  const isOverdue = state !== 'done' && dueOn < dayIn(now, timeZone);
  return `${isOverdue ? 'Was due' : 'Due'} ${dayText(dueOn)}`;
}

function guestMail(
  ctx: Pick<Context, 'config' | 'clock'>,
  pin: GuestPin,
  isReminder: boolean,
): OutgoingMail {
  const { id, text, guestEmail, projectName, submissionTitle, hasSpot } = pin;
  const { brand } = ctx.config;
  const due = dueText(pin, ctx.clock());
  const title = isReminder ? `${due}: ${projectName}` : `A spot at ${projectName} needs you`;
  const spot = {
    contentId: contentIdOf(id),
    alt: 'The spot, marked with a circle',
    caption: submissionTitle,
  };
  const end = dateText(pin.end, { timeZone: pin.timeZone, dateStyle: 'long' });
  return {
    kind: isReminder ? 'pin-guest-reminder' : 'pin-guest',
    to: guestEmail,
    subject: `${isReminder ? 'Reminder: ' : ''}${text.slice(0, 80)} · ${projectName}`,
    pictureIds: hasSpot ? [id] : [],
    ...renderMail(brand, {
      title,
      preview: text.slice(0, 140),
      paragraphs: [
        { quote: text },
        ...(hasSpot ? [spot] : []),
        ...(due && !isReminder ? [due] : []),
      ],
      button: {
        label: 'See the Spot and Reply',
        url: mailOrigin(ctx.config) + guestPath(ctx, pin),
      },
      footnote: `You don't need an account. Anyone with this link can see the spot and reply as ${guestEmail}, so don't forward it. It works until ${end}.`,
    }),
  };
}

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
