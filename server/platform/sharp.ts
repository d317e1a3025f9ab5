import sharp from 'sharp';

// The worker processes one picture per core.
sharp.concurrency(1);
// With caching, a file rewritten under the same name is read with its old header.
sharp.cache(false);

/** Import sharp only from here, so that it's configured first. */
export { sharp };
