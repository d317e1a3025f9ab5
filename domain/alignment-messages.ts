// Free of zod, so that pages that only show it have no need of it.

/** Why a photo is not laid on the reference of its viewpoint, as it stands beside a photo shown as taken. */
export const NOT_ALIGNED_MESSAGES = {
  'no-picture': 'Not aligned: no picture to compare',
  'no-detail': 'Not aligned: the photo shows too little detail',
  'no-match': 'Not aligned: the photos have too little in common',
  unsure: 'Not aligned: the match is uncertain',
  turned: 'Not aligned: the photo is rotated',
  'too-far': 'Not aligned: the photos were taken from different places',
} as const;
