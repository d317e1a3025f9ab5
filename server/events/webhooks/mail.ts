import type { Brand } from '#domain/public-site.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { renderMail } from '#server/platform/mail/render.ts';

type Disabled = { name: string; url: string; because: 'gone' | 'failing' };

export function disabledMail(
  brand: Brand,
  to: string,
  { name, url, because }: Disabled,
  origin: string,
): OutgoingMail {
  const why =
    because === 'gone'
      ? 'Its receiver returned 410 (Gone).'
      : 'No message could be delivered for three days.';
  return {
    kind: 'webhook-disabled',
    to,
    subject: `Webhook disabled: ${name}`,
    ...renderMail(brand, {
      title: 'A webhook was disabled',
      preview: `${name}: ${why}`,
      paragraphs: [
        `The webhook ${name} to ${new URL(url).host} was disabled. ${why}`,
        'It stays off until an admin enables it. Failed messages are in its log, where you can resend them.',
      ],
      button: { label: 'Open Integrations', url: `${origin}/operator/settings/integrations` },
      footnote: 'You received this email because you are an admin.',
    }),
  };
}
