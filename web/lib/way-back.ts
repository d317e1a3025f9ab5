type Entry = { index: number; url: string | null };

/** What a browser tells of the pages of this tab; some do not yet. */
type Way = { currentEntry: Entry | null; entries: () => Entry[] };

/** How many entries of the history back the latest page with this path is; 0 when there is none. */
export function stepsBackTo(pathname: string, way: Way | undefined): number {
  const here = way?.currentEntry?.index ?? 0;
  const found = way
    ?.entries()
    .findLast(({ index, url }) => index < here && url && new URL(url).pathname === pathname);
  return found ? here - found.index : 0;
}
