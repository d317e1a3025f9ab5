/** What the contact form says, and when. */
export const CONTACT_WORDS = {
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
