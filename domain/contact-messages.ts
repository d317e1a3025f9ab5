export const CONTACT_MESSAGES = {
  wrongEmail: 'Enter a valid email address.',
  missing: { title: 'Missing Information', message: 'Please fill in all required fields.' },
  failure: {
    title: 'Error',
    message: 'Failed to send message. Please try again or contact us directly.',
  },
  success: {
    title: 'Message Sent!',
    message: "Thank you for contacting us. We'll get back to you soon.",
  },
} as const;

export const CONTACT_LIMITS = {
  name: 200,
  email: 320,
  phone: 50,
  company: 200,
  message: 10_000,
} as const;

export const tooLong = (most: number): string =>
  `Use at most ${most.toLocaleString('en-US')} characters.`;

/** HTML's rule (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address) plus a dot in the domain. */
export const CONTACT_EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
