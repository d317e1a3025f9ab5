/** A browser must ask each time, so that nothing outlives the right to it. */
export const ASKING_CACHE = 'private, no-cache';
/** A derivative's bytes never change, so a person's browser may keep them. Any other browser has to ask the server. */
export const CACHING = { person: 'private, max-age=21600, immutable', share: ASKING_CACHE };
