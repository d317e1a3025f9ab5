import sharp from 'sharp';

// One thread a picture: the worker takes as many pictures at once as it has cores.
sharp.concurrency(1);
// With the cache a file that was rewritten under the same name is read with its old header.
sharp.cache(false);

/** The only door to sharp, so that nothing runs before it is set up. */
export { sharp };
