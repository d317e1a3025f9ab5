/**
 * The command that fetches an address into a file and, given again, goes on where it stopped. In double
 * quotes, which every shell knows, and without a character that means something within them.
 */
export const curlLine = (url: string, fileName: string): string =>
  `curl -f -C - -o "${fileName.normalize('NFKD').replaceAll(/[^\w .()-]+/g, '_')}" "${url.replaceAll(/[!'$`]/g, encoded)}"`;

const encoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
