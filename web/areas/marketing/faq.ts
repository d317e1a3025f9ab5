import { dollars, PRICING } from '#domain/pricing.ts';

/** Questions and answers, as shown beside the form and as told to search engines. */
export const FAQ: readonly { question: string; answer: string }[] = [
  {
    question: 'How soon do we see the pictures?',
    answer: 'Within 36 hours from the shoot they are in your portal.',
  },
  {
    question: 'What does it cost?',
    answer: `${dollars(PRICING.visit)} per site and visit. Timelapse adds ${dollars(PRICING.timelapse)} per site and month, 2D mapping ${dollars(PRICING.mapping)} per site and visit. The first flight is free.`,
  },
  {
    question: 'Are your pilots certified?',
    answer: 'Yes. Every pilot holds an FAA Part 107 certificate.',
  },
  {
    question: 'Who can see our site?',
    answer:
      'Only your team: each person has an account with a role, and you decide which links leave the house.',
  },
];
