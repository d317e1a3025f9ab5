import type { NotificationKind } from '#domain/notifications.ts';
import { isStaffRole, type Role } from '#domain/roles.ts';
import type { Context } from '#server/platform/context.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { pathOf, wordsOf } from './present.ts';
import type { NotificationRow } from './queries.ts';
import { unsubscribePath } from './unsubscribe.ts';

const BUTTONS: Record<NotificationKind, string> = {
  'week-published': 'Open the week',
  'link-expiring': 'Open your share links',
  'files-failed': 'Open the files',
};

type Recipient = { id: string; email: string; role: Role };

/** One mail that tells somebody of all of these, which are due at once or, all of them, once a week. */
export function notificationMail(
  { config, signer }: Pick<Context, 'config' | 'signer'>,
  person: Recipient,
  rows: readonly NotificationRow[],
): OutgoingMail {
  const { brand } = config;
  const origin = mailOrigin(config);
  const news = rows.map((row) => {
    const { heading, detail } = wordsOf(row);
    const url = origin + pathOf(row, isStaffRole(person.role));
    return { kind: row.kind, label: heading, detail, url };
  });
  const isWeekly = rows[0]?.mail === 'weekly';
  const only = news.length === 1 && !isWeekly ? news[0] : undefined;
  const several = isWeekly ? 'Your weekly summary' : `${news.length} notifications`;
  const title = only?.label ?? several;
  const kinds = [...new Set(news.map(({ kind }) => kind))];
  const unsubscribeUrl = origin + unsubscribePath(signer, person.id, kinds);
  return {
    kind: isWeekly ? 'weekly-summary' : 'notification',
    to: person.email,
    subject: only ? `${title} · ${only.detail}` : `${title} from ${brand.name}`,
    unsubscribeUrl,
    ...renderMail(brand, {
      title,
      preview:
        only?.detail ??
        news
          .map(({ label }) => label)
          .join(' · ')
          .slice(0, 140),
      paragraphs: only ? [only.detail] : news,
      ...(only && { button: { label: BUTTONS[only.kind], url: only.url } }),
      footnote: `You can change which emails you get on your account page: ${origin}/dashboard/account`,
      unsubscribeUrl,
    }),
  };
}
