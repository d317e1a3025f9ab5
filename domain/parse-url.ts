/** The parts of an absolute address; null where it is not valid. Not every supported browser has `URL.parse`. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
