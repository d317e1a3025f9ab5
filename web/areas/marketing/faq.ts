import { dollars, PRICING } from '#domain/pricing.ts';

export const FAQ: readonly { question: string; answer: string }[] = [
  {
    question: 'How soon do we see the photos?',
    answer: "They're in your portal within 36 hours of the shoot.",
  },
  {
    question: 'What does it cost?',
    answer: `${dollars(PRICING.visit)} per site visit. Timelapse adds ${dollars(PRICING.timelapse)} per site per month. 2D mapping adds ${dollars(PRICING.mapping)} per site per visit. The first flight is free.`,
  },
  {
    question: 'Are your pilots certified?',
    answer: 'Yes. Every pilot holds an FAA Part 107 certificate.',
  },
  {
    question: 'Who can see our site?',
    answer:
      'Only your team. Each person has their own account and role, and you decide which share links go out.',
  },
];
