import type { ContactInput } from '#domain/contact.ts';
import type { Brand } from '#domain/public-site.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { renderMail } from '#server/platform/mail/render.ts';

type Notice = {
  message: Pick<ContactInput, 'name' | 'email' | 'phone' | 'company' | 'message'>;
  isSpam: boolean;
  projectName?: string | null;
};
type Sender = { brand: Brand; publicUrl: string | null };

export function operatorMail(
  to: string,
  { brand, publicUrl }: Sender,
  { message: { name, email, phone, company, message }, isSpam, projectName }: Notice,
): OutgoingMail {
  // Never from the request's Host header, which an attacker could set.
  const inboxUrl = publicUrl && `${publicUrl}/operator/submissions`;
  const facts = [
    `Name: ${name}`,
    `Email: ${email}`,
    ...(phone ? [`Phone: ${phone}`] : []),
    ...(company ? [`Company: ${company}`] : []),
    ...(projectName ? [`Project: ${projectName}`] : []),
  ];
  const subject = `New message from ${name}${company ? ` (${company})` : ''}`;
  return {
    kind: 'contact-notice',
    to,
    replyTo: email,
    subject: isSpam ? `Suspected spam: ${subject}` : subject,
    ...renderMail(brand, {
      title: isSpam ? 'Suspected spam' : 'New message',
      preview: message.slice(0, 140),
      paragraphs: [facts.join('\n'), { quote: message }],
      ...(inboxUrl && { button: { label: 'Open the inbox', url: inboxUrl } }),
      footnote: `Reply to this email to write to ${name}.`,
    }),
  };
}

/** Quotes nothing from the form; otherwise, spammers could use it to send their text to any address. */
export const confirmationMail = (brand: Brand, to: string): OutgoingMail => ({
  kind: 'contact-confirmation',
  to,
  replyTo: brand.email,
  subject: `Your message to ${brand.name}`,
  ...renderMail(brand, {
    title: 'Thank you for contacting us.',
    preview: "Your message has arrived. We'll get back to you soon.",
    paragraphs: [
      `Your message has arrived. We'll get back to you soon, ${brand.responseTime}.`,
      `If it is urgent, call us at ${brand.phone}.`,
    ],
    footnote:
      'You received this email because this address was entered in our contact form. If that was not you, you can ignore it.',
  }),
});
