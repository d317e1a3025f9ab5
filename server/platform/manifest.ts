/** A line in `sha256sum` format; paths have no line breaks (see entry-names.ts). */
export const manifestLine = (sha256: string, path: string) => `${sha256}  ${path}\n`;

export function readManifestLine(line: string): { sha256: string; path: string } | null {
  const [, sha256, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
  return sha256 && path ? { sha256, path } : null;
}
