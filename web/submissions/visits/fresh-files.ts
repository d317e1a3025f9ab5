/** A file that somebody dropped or chose, with where it lay inside of that. */
export type Picked = { file: File; path: string };

const isSame = (one: File, other: File) =>
  one.size === other.size && one.lastModified === other.lastModified;

/**
 * Those of some files that are not on the card yet, `known` by their paths. Cameras count anew on each card, so that
 * another file may lie at the same path of a second card: it gets a path of its own.
 */
export function freshFiles(picked: readonly Picked[], known: ReadonlyMap<string, File>): Picked[] {
  const all = new Map(known);
  return picked.flatMap(({ file, path }) => {
    let own = path;
    for (let card = 2; ; card++) {
      const there = all.get(own);
      if (!there) break;
      if (isSame(there, file)) return [];
      own = `${card}/${path}`;
    }
    all.set(own, file);
    return [{ file, path: own }];
  });
}
