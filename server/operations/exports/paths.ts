import { MAX_PATH_LENGTH, safeEntryNames } from '#server/platform/media/entry-names.ts';
import type { PlacedFile } from './queries.ts';

const FILES_FOLDER = 'files';
/** In characters. Short enough that the names of a company, a project, a submission and a file fit in a path. */
const MAX_FOLDER_LENGTH = 40;

/** Slashes and backslashes would create subfolders. */
const withoutSlashes = (name: string) => name.replace(/[/\\]/g, '-');

type Place = Omit<PlacedFile, 'row'>;

/**
 * Adds a readable path that is valid on every system, such as `files/Acme/Tower/2026-07-03 Week 27/DJI_0001.JPG`. Files
 * must be sorted by folder, so that only one folder at a time is kept in memory.
 */
export async function* withPaths(
  files: AsyncIterable<PlacedFile>,
): AsyncGenerator<PlacedFile & { path: string }> {
  const folders = new FolderNames();
  let held: PlacedFile[] = [];
  const idOf = ({ companyId, projectId, submissionId }: Place) =>
    [companyId, projectId, submissionId].join('/');
  function* settle() {
    const [first] = held;
    if (!first) return;
    const folder = folders.of(first);
    const names = safeEntryNames(
      held.map(({ row }) => withoutSlashes(row.file_name)),
      MAX_PATH_LENGTH - folder.length - 1,
    );
    for (const [index, file] of held.entries()) {
      yield { ...file, path: `${folder}/${names[index] ?? file.row.id}` };
    }
    held = [];
  }
  for await (const file of files) {
    if (held[0] && idOf(held[0]) !== idOf(file)) yield* settle();
    held.push(file);
  }
  yield* settle();
}

/** Unique folder names, ignoring case. */
class FolderNames {
  readonly #byId = new Map<string, string>();
  readonly #taken = new Set<string>();

  of({ companyId, company, projectId, project, submissionId, week }: Place): string {
    const top = this.#uniqueName(FILES_FOLDER, companyId, company ?? 'No company');
    if (projectId === null) return this.#uniqueName(top, 'standalone', 'Files');
    const inProject = this.#uniqueName(top, projectId, project ?? '');
    return this.#uniqueName(inProject, submissionId, week ?? 'Files');
  }

  #uniqueName(parent: string, id: string | null, wanted: string): string {
    const key = `${parent}/${id ?? ''}`;
    const known = this.#byId.get(key);
    if (known !== undefined) return known;
    const [name = 'folder'] = safeEntryNames([withoutSlashes(wanted)], MAX_FOLDER_LENGTH);
    let path = `${parent}/${name}`;
    for (let count = 2; this.#taken.has(path.toLowerCase()); count++) {
      path = `${parent}/${name} (${count})`;
    }
    this.#taken.add(path.toLowerCase());
    this.#byId.set(key, path);
    return path;
  }
}
