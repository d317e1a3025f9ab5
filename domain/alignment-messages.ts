// Free of zod, so that a page that only shows it has no need of it.

/** Why a photo is not aligned with its viewpoint: below a photo, next to a pair, in the viewer and the PDF report. */
export const NOT_ALIGNED_MESSAGES = {
  'no-picture': 'Not aligned: no picture to compare',
  'no-detail': 'Not aligned: too little detail',
  'no-match': 'Not aligned: too little in common',
  unsure: 'Not aligned: uncertain match',
  turned: 'Not aligned: rotated',
  'too-far': 'Not aligned: taken from different places',
} as const;
