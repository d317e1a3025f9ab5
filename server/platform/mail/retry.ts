const MINUTE_MS = 60_000;
/** Pauses after a failed try, in minutes; the last one again and again. */
const PAUSES = [1, 2, 5, 10, 30, 60, 120, 240];
/** Tries before a mail is given up: about two days of a dead mail server. */
const TRIES = 19;

/** Milliseconds until the next try after so many; null when that was the last. */
export function nextDelay(attempts: number): number | null {
  if (attempts >= TRIES) return null;
  return (PAUSES[attempts - 1] ?? PAUSES.at(-1) ?? 0) * MINUTE_MS;
}

/**
 * Whether the server will never take this mail (a 5xx answer, RFC 5321, section 4.2.1, to the
 * recipient or to the message). Other failures are of the line, the settings or the moment.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) {
    return false;
  }
  const ofTheMail = error.command === 'RCPT TO' || error.command === 'DATA';
  return ofTheMail && Number(error.responseCode) >= 500;
}
