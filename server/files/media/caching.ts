/** Browsers ask before every use, so that a revoked right takes effect immediately. */
export const REVALIDATE = 'private, no-cache';
/** Derivatives never change, so browsers of signed-in people may cache them. Browsers of visitors must ask. */
export const CACHING = { person: 'private, max-age=21600, immutable', share: REVALIDATE };
