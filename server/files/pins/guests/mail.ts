import { dateText } from '#domain/date-format.ts';
import type { Context } from '#server/platform/context.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { contentIdOf } from '#server/platform/mail/mail-pictures.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import type { GuestPin } from './link.ts';
import { guestPath } from './link.ts';

export const dayText = (day: string) => dateText(day, { timeZone: 'UTC', dateStyle: 'long' });

export function guestMail(
  ctx: Pick<Context, 'config' | 'clock'>,
  pin: GuestPin,
  isReminder = false,
): OutgoingMail {
  const { id, text, dueOn, guestEmail, projectName, submissionTitle, hasSpot } = pin;
  const { brand } = ctx.config;
  const title =
    isReminder && dueOn
      ? `Due ${dayText(dueOn)}: ${projectName}`
      : `A spot at ${projectName} needs you`;
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
        ...(dueOn && !isReminder ? [`Due ${dayText(dueOn)}`] : []),
      ],
      button: {
        label: 'See the Spot and Reply',
        url: mailOrigin(ctx.config) + guestPath(ctx, pin),
      },
      footnote: `You don't need an account. Anyone with this link can see the spot and reply as ${guestEmail}, so don't forward it. It works until ${end}.`,
    }),
  };
}
