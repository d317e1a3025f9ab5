export const SESSION_KEY = 'overfly.session';
