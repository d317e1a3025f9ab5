import fs from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's file system on Node that its types leave out. */
type Module = {
  NODEFS: {
    stream_ops: { fsync?: (file: { nfd?: number }) => number };
    tryFSOperation: (operation: () => void) => void;
  };
};

/**
 * PGlite's files on disk, with the fsync that it lacks: NODEFS has no such operation, so that
 * PostgreSQL's request to force a file or a directory to disk would succeed without doing it.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (engine: unknown) => {
      const { NODEFS } = engine as Module;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) NODEFS.tryFSOperation(() => fs.fsyncSync(nfd));
        return 0;
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] },
    };
  }
}

/** Forces a directory, all that is in it, and their names to disk. */
export function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(directory);
}

/** Forces one file, or the names in one directory, to disk. */
export function syncPath(path: string): void {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } catch (error) {
    // Windows cannot fsync what is open for reading only; it keeps names in its journal.
    if (process.platform !== 'win32') throw error;
  } finally {
    fs.closeSync(file);
  }
}
