/** The local storage key of the session mirror; see session-mirror.ts. */
export const SESSION_KEY = 'overfly.session';
