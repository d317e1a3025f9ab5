import fs from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Module = {
  NODEFS: {
    stream_ops: { fsync?: (file: { nfd?: number }) => number };
    tryFSOperation: (operation: () => void) => void;
  };
};

/** NODEFS lacks fsync: PostgreSQL's calls would succeed without doing anything. */
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

export function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(directory);
}

export function syncPath(path: string): void {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } catch (error) {
    // Windows can't fsync a file opened for reading, but journals names anyway.
    if (process.platform !== 'win32') throw error;
  } finally {
    fs.closeSync(file);
  }
}
