/** Where the browser's storage mirrors who is signed in, and until when; see session-mirror.ts. */
export const SESSION_KEY = 'overfly.session';
