/** Browsers ask every time, so that access ends with the right to it. */
export const REVALIDATE = 'private, no-cache';
/** A derivative's bytes never change, so a signed-in person's browser may keep them. Other browsers must ask. */
export const CACHING = { person: 'private, max-age=21600, immutable', share: REVALIDATE };
