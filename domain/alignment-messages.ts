// Free of zod, so that pages that only show it have no need of it.

/** Why a photo is not laid on the reference of its viewpoint, as it stands beside a photo shown as taken. */
export const NOT_ALIGNED_MESSAGES = {
  'no-picture': 'Not aligned: there is no picture to compare',
  'no-detail': 'Not aligned: the photo shows too little detail',
  'no-match': 'Not aligned: nothing was found that is the same in both photos',
  unsure: 'Not aligned: too little is the same in both photos',
  turned: 'Not aligned: the photo is turned',
  'too-far': 'Not aligned: the photos were taken from different places',
} as const;
