/* oxlint-disable no-console -- the one place that writes to the browser's console */

export const browserLog = {
  info: (line: string) => console.info(line),
  warn: (line: string) => console.warn(line),
  /** A rendering error; `where` is the component stack, if known. */
  error: (error: unknown, where?: string | null) => console.error(error, where ?? ''),
};
