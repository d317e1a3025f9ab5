// No zod here, so pages that only show these messages don't load it.

export const NOT_ALIGNED_MESSAGES = {
  'no-picture': 'Not aligned: no picture to compare',
  'no-detail': 'Not aligned: too little detail',
  'no-match': 'Not aligned: too little in common',
  unsure: 'Not aligned: uncertain match',
  turned: 'Not aligned: rotated',
  'too-far': 'Not aligned: taken from different places',
} as const;
