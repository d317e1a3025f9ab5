/** A line as `sha256sum` writes and checks it; paths hold no line break (see entry-names.ts). */
export const manifestLine = (sha256: string, path: string) => `${sha256}  ${path}\n`;

/** Hash and path of a line of a manifest; null for one that was cut off. */
export function readManifestLine(line: string): { sha256: string; path: string } | null {
  const [, sha256, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
  return sha256 && path ? { sha256, path } : null;
}
