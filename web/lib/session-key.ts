/** Where the browser's storage mirrors who is signed in, and until when; see session-store.ts. */
export const SESSION_KEY = 'overfly.session';
