/** A browser must ask each time, so that nothing outlives the right to it. */
export const ASKING_CACHE = 'private, no-cache';
/** The bytes of a derivative never change, and what a person's browser has it may keep: the server is asked anew by every other. */
export const CACHING = { person: 'private, max-age=21600, immutable', share: ASKING_CACHE };
