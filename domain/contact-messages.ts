/** What the contact form says, and when. */
export const CONTACT_MESSAGES = {
  wrongEmail: 'Please enter a valid email address.',
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

/** The most that the fields take, in characters. */
export const CONTACT_LIMITS = {
  name: 200,
  email: 320,
  phone: 50,
  company: 200,
  message: 10_000,
} as const;

/** What is said of a field that holds more than `most` characters. */
export const tooLong = (most: number): string =>
  `Please use no more than ${most.toLocaleString('en-US')} characters.`;

/**
 * An address that can be written to from elsewhere: what browsers take in a field for one
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), with a dot in its domain.
 */
export const CONTACT_EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
