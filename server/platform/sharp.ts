import sharp from 'sharp';

// One thread per picture, because the worker processes one picture per core.
sharp.concurrency(1);
// With caching, a file rewritten under the same name is read with its old header.
sharp.cache(false);

/** Import sharp only from here, so that it's configured first. */
export { sharp };
