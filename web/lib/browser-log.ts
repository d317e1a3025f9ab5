/* oxlint-disable no-console -- the one place that writes to the browser's console */

/** Lines for whoever looks into the browser's console; nobody has to act on them. */
export const browserLog = {
  info: (line: string) => console.info(line),
  warn: (line: string) => console.warn(line),
};
