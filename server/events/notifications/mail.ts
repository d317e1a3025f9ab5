import type { ComparedPhoto, ComparedView } from '#domain/submission-comparison.ts';
import { dateText } from '#domain/date-format.ts';
import type { NotificationKind } from '#domain/notifications.ts';
import { isStaffRole, type Role } from '#domain/roles.ts';
import type { Context } from '#server/platform/context.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { contentIdOf } from '#server/platform/mail/mail-pictures.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { pathOf, textOf } from './present.ts';
import type { NotificationRow } from './queries.ts';
import { unsubscribePath } from './unsubscribe.ts';

const BUTTONS: Record<NotificationKind, string> = {
  'week-published': 'View the Update',
  'link-expiring': 'Open your share links',
  'link-viewed': 'Open your share links',
  'files-failed': 'Open the files',
  'import-done': 'Open the files',
  'schedule-refused': 'View the Submission',
  'visit-changed': 'View the Project',
  'visit-requested': 'Answer the Request',
  'map-built': 'View the Submission',
  'pin-assigned': 'Open the Pin',
  'pin-replied': 'Open the Pin',
  'pin-due': 'Open the Pin',
  'webhook-disabled': 'Open Integrations',
  'disk-nearly-full': 'View Storage',
  'backup-failed': 'View Backups',
};

type Recipient = { id: string; email: string; role: Role };

/** `rows` are either all immediate or all weekly. Only an email about a single submission shows `view`. */
export function notificationMail(
  { config, signer }: Pick<Context, 'config' | 'signer'>,
  person: Recipient,
  rows: readonly NotificationRow[],
  view: ComparedView | undefined,
): OutgoingMail {
  const { brand } = config;
  const origin = mailOrigin(config);
  const news = rows.map((row) => {
    const { heading, detail } = textOf(row);
    const url = origin + pathOf(row, isStaffRole(person.role));
    return { kind: row.kind, label: heading, detail, url };
  });
  const isWeekly = rows[0]?.mail === 'weekly';
  const only = news.length === 1 && !isWeekly ? news[0] : undefined;
  const images = only && view ? imagesOf(view, only.detail) : [];
  const spots = only ? rows.flatMap((row) => spotOf(row) ?? []) : [];
  const several = isWeekly ? 'Your weekly summary' : `${news.length} notifications`;
  const title = only?.label ?? several;
  const kinds = [...new Set(news.map(({ kind }) => kind))];
  const unsubscribeUrl = origin + unsubscribePath(signer, person.id, kinds);
  return {
    kind: isWeekly ? 'weekly-summary' : 'notification',
    to: person.email,
    subject: only ? `${title} · ${only.detail}` : `${title} from ${brand.name}`,
    unsubscribeUrl,
    pictureIds: [...images, ...spots].map(({ fileId }) => fileId),
    ...renderMail(brand, {
      title,
      preview:
        only?.detail ??
        news
          .map(({ label }) => label)
          .join(' · ')
          .slice(0, 140),
      paragraphs: only ? [only.detail, ...images, ...spots] : news,
      ...(only && { button: { label: BUTTONS[only.kind], url: only.url } }),
      footnote: `You can change which emails you get on your account page: ${origin}/dashboard/account`,
      unsubscribeUrl,
    }),
  };
}

/** Cut from the photo when the email is sent. */
const spotOf = ({ pinId, pinHasPicture, pinSubmissionTitle }: NotificationRow) =>
  pinId !== null && pinHasPicture
    ? {
        fileId: pinId,
        contentId: contentIdOf(pinId),
        caption: pinSubmissionTitle ?? '',
        alt: 'The spot, marked with a circle',
      }
    : null;

const dayText = (day: string) => dateText(day, { timeZone: 'UTC', dateStyle: 'long' });

export function imagesOf(
  { before, after }: Pick<ComparedView, 'before' | 'after'>,
  project: string,
) {
  if (!before) return [];
  const image = ({ id, submissionTitle, day }: ComparedPhoto, when: string, alt: string) => ({
    fileId: id,
    contentId: contentIdOf(id),
    caption: `${when}: ${submissionTitle}, ${dayText(day)}`,
    alt: `${project} from the air on ${dayText(day)}${alt}`,
  });
  return [
    image(before, 'Before', ''),
    image(after, 'After', `, from the same viewpoint as on ${dayText(before.day)}`),
  ];
}
