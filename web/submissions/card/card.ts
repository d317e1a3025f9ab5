import { groupBy } from '#domain/group-by.ts';
import type { Place, CardVisit } from '#domain/card-visits.ts';
import { unplacedRasters, withCompanions } from './companions.ts';
import { CardReader } from './reading/card-reader.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import type { LeftOver, PhotoAside } from './split-files.ts';
import { type Edits, combineEdits, NO_EDITS } from './visit-edits.ts';
import { MAX_POSITIONS, type RasterPosition } from '#domain/raster-place.ts';
import { client } from '#web/lib/api.ts';

type PickedFile = { file: File; path: string };

const isSame = (one: File, other: File) =>
  one.size === other.size && one.lastModified === other.lastModified;

/**
 * The picked files that aren't in `known`, which has the card's files by path. Cameras restart numbering on each card,
 * so a different file with the same path gets a new path.
 */
export function freshFiles(
  picked: readonly PickedFile[],
  known: ReadonlyMap<string, File>,
): PickedFile[] {
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

export type CardSnapshot = {
  stage: 'empty' | 'headers' | 'looks' | 'read' | 'failed';
  files: number;
  filesRead: number;
  /** Complete once all headers have been read. */
  photos: readonly CardPhoto[];
  hashes: ReadonlyMap<string, string>;
  userChoices: ReadonlyMap<string, boolean>;
  /** Files set aside from visits that have become drafts, by path. */
  leftOvers: ReadonlyMap<string, LeftOver>;
  /** Where the main visit was when the first draft was created. Null before that, and if no file has a position. */
  home: Place | null;
};

const EMPTY_SNAPSHOT: CardSnapshot = {
  stage: 'empty',
  files: 0,
  filesRead: 0,
  photos: [],
  hashes: new Map(),
  userChoices: new Map(),
  leftOvers: new Map(),
  home: null,
};

/** The card's files, kept outside of the screens so that navigation doesn't lose them. */
class Card {
  #reader = new CardReader();
  #files = new Map<string, File>();
  #photos = new Map<string, CardPhoto>();
  readonly #places = new Map<string, Place>();
  #adding = Promise.resolve();
  readonly #asked = new Set<string>();
  #edits: ReadonlyMap<string, Edits> = new Map();
  #snapshot = EMPTY_SNAPSHOT;
  readonly #watchers = new Set<() => void>();

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  snapshot = (): CardSnapshot => this.#snapshot;

  /**
   * Adds and reads files that aren't on the card yet. `leftOf` returns the draft that a file was set aside from, if
   * any.
   */
  add(picked: readonly PickedFile[], leftOf: (file: File) => LeftOver | null = () => null): void {
    const fresh = freshFiles(picked, this.#files);
    if (fresh.length === 0) return;
    const left = new Map(this.#snapshot.leftOvers);
    for (const { file, path } of fresh) {
      this.#files.set(path, file);
      const from = leftOf(file);
      if (from) left.set(path, from);
    }
    this.#change({ stage: 'headers', files: this.#files.size, leftOvers: left });
    this.#reader.read(fresh, {
      onPhotos: (stage, photos, isLast) => {
        this.#adding = this.#adding
          .then(() => this.#addFiles(stage, photos, isLast))
          .catch(() => this.#change({ stage: 'failed' }));
      },
      onFailed: () => this.#change({ stage: 'failed' }),
    });
  }

  files(): { file: File; left: LeftOver | null }[] {
    const { leftOvers } = this.#snapshot;
    return [...this.#files].map(([path, file]) => ({ file, left: leftOvers.get(path) ?? null }));
  }

  filesOf(photos: readonly CardPhoto[]): PickedFile[] {
    return photos.flatMap(({ path }) => {
      const file = this.#files.get(path);
      return file ? [{ file, path }] : [];
    });
  }

  /** Overrides whether a file is used (true) or set aside (false). */
  setUsed(path: string, isTaken: boolean): void {
    this.#change({ userChoices: new Map(this.#snapshot.userChoices).set(path, isTaken) });
  }

  /** The user's changes to a visit. Returns the same object until they change. */
  editsOf(key: string): Edits {
    return this.#edits.get(key) ?? NO_EDITS;
  }

  edit(key: string, change: Edits): void {
    this.#saveEdits(new Map(this.#edits).set(key, { ...this.editsOf(key), ...change }));
  }

  /** Merges the user's changes to visits that have become one. */
  mergeEdits(visits: readonly CardVisit<CardPhoto>[], addedAt: ReadonlyMap<string, number>): void {
    const merged = combineEdits(this.#edits, visits, addedAt);
    if (merged !== this.#edits) this.#saveEdits(merged);
  }

  #saveEdits(edits: ReadonlyMap<string, Edits>): void {
    this.#edits = edits;
    for (const watcher of this.#watchers) watcher();
  }

  /** Hashes each file once. Only called for files that have the same size as another one. */
  hashFiles(photos: readonly CardPhoto[]): void {
    for (const { path } of photos) {
      const file = this.#files.get(path);
      if (!file || this.#asked.has(path)) continue;
      this.#asked.add(path);
      void this.#hash(path, file);
    }
  }

  setHome(home: Place | null): void {
    this.#change({ home: this.#snapshot.home ?? home });
  }

  /**
   * Records that the `taken` files are now in a draft. The files set aside stay on the card and can still be added to
   * it.
   */
  setDraft(
    { id, title }: { id: string; title: string },
    taken: readonly CardPhoto[],
    aside: readonly PhotoAside[],
  ): void {
    const left = new Map(this.#snapshot.leftOvers);
    for (const { photo, message, canReturn, group } of aside) {
      left.set(photo.path, { submissionId: id, title, message, canReturn, group });
    }
    this.#change({ leftOvers: left });
    this.remove(taken);
  }

  /** Turns files that were set aside from a deleted draft back into visits. */
  restoreSetAside(submissionId: string): void {
    const left = [...this.#snapshot.leftOvers].filter(
      ([, from]) => from.submissionId !== submissionId,
    );
    this.#change({ leftOvers: new Map(left) });
  }

  remove(photos: readonly CardPhoto[]): void {
    const paths = new Set(photos.map(({ path }) => path));
    for (const path of paths) {
      this.#files.delete(path);
      this.#photos.delete(path);
    }
    if (this.#files.size === 0) return this.clear();
    this.#edits = new Map([...this.#edits].filter(([path]) => !paths.has(path)));
    const left = new Map([...this.#snapshot.leftOvers].filter(([path]) => !paths.has(path)));
    this.#change({ files: this.#files.size, photos: this.#allPhotos(), leftOvers: left });
  }

  clear(): void {
    this.#reader.stop();
    this.#files.clear();
    this.#photos.clear();
    this.#places.clear();
    this.#asked.clear();
    this.#edits = new Map();
    this.#change(EMPTY_SNAPSHOT);
  }

  async #hash(path: string, file: File): Promise<void> {
    const sha256 = await this.#reader.hash(file);
    if (sha256 === null || this.#files.get(path) !== file) return;
    this.#change({ hashes: new Map(this.#snapshot.hashes).set(path, sha256) });
  }

  async #addFiles(
    stage: 'headers' | 'looks',
    photos: readonly CardPhoto[],
    isLast: boolean,
  ): Promise<void> {
    for (const photo of photos) {
      if (this.#files.has(photo.path)) this.#photos.set(photo.path, photo);
    }
    if (stage === 'headers') this.#change({ filesRead: this.#photos.size });
    if (stage === 'headers' && !isLast) return;
    if (stage === 'headers') await this.#locate();
    if (this.#files.size === 0) return;
    const all = this.#allPhotos();
    this.#change({ stage: stage === 'looks' && isLast ? 'read' : 'looks', photos: all });
    if (stage === 'headers') this.hashFiles(withEqualSize(all));
  }

  /** Asks the server where rasters are. Those that it can't locate stay with the other files in their folder. */
  async #locate(): Promise<void> {
    const unplaced = unplacedRasters([...this.#photos.values()]);
    const fresh = unplaced.filter(([path]) => !this.#places.has(path));
    for (const [path, place] of await locateRasters(fresh)) this.#places.set(path, place);
  }

  #allPhotos(): CardPhoto[] {
    return withCompanions([...this.#photos.values()], this.#places);
  }

  #change(change: Partial<CardSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}

const withEqualSize = (photos: readonly CardPhoto[]) =>
  [...groupBy(photos, ({ size }) => size)].flatMap(([size, some]) =>
    size > 0 && some.length > 1 ? some : [],
  );

export const card = new Card();

/** Places of rasters by path, where known. Only values from their headers are sent to the server. */
async function locateRasters(
  rasters: readonly [path: string, RasterPosition][],
): Promise<Map<string, Place>> {
  const found = new Map<string, Place>();
  try {
    for (let at = 0; at < rasters.length; at += MAX_POSITIONS) {
      const some = rasters.slice(at, at + MAX_POSITIONS);
      const { places } = await client.card.locate({ rasters: some.map(([, raster]) => raster) });
      for (const [index, [path]] of some.entries()) {
        const place = places[index];
        if (place) found.set(path, place);
      }
    }
  } catch {
    // No connection: the remaining places stay unknown.
  }
  return found;
}
