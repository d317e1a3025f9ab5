export const NO_ANSWER = "Can't reach the server. Check your connection and try again.";

/** The message for a failed load, which is retried when the browser is online again. */
export const loadFailureMessage = (): string =>
  navigator.onLine ? NO_ANSWER : "You're offline. This will load when the connection returns.";
