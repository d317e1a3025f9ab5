/* oxlint-disable no-console -- the one place that writes to the browser's console */

export const browserLog = {
  info: (line: string) => console.info(line),
  warn: (line: string) => console.warn(line),
  /** What a page failed to draw; `where` in it, as far as that is known. */
  error: (error: unknown, where?: string | null) => console.error(error, where ?? ''),
};
