import type { NotAligned } from '#domain/registrations.ts';

/** What stands below a small picture that could not be aligned. */
export const NOT_ALIGNED_LABELS: Record<NotAligned, string> = {
  'no-picture': 'Not aligned: no picture',
  'no-detail': 'Not aligned: too little detail',
  'no-match': 'Not aligned: another place',
  unsure: 'Not aligned: unsure',
  turned: 'Not aligned: turned',
  'too-far': 'Not aligned: too far away',
};
