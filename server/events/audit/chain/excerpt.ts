import type { Snapshot } from '#server/platform/db/snapshot.ts';
import { excerptRows, findExcerptStart, type ExcerptFilter } from './queries.ts';

/** A line is about half a megabyte. */
const HASHES_PER_LINE = 10_000;

/**
 * Yields the chain from the first entry about these subjects to the end, as lines of JSON that contain everything
 * needed to recompute the hashes (docs/evidence.md). Entries about other subjects are included only as hashes (32 bytes
 * in base64).
 */
export async function* auditExcerpt(
  snapshot: Snapshot,
  about: ExcerptFilter,
): AsyncGenerator<string> {
  const before = await findExcerptStart(snapshot, about);
  if (!before) return;
  yield `${JSON.stringify({ format: 'overfly-audit-excerpt', version: 1, before })}\n`;
  let hidden: string[] = [];
  let last = before;
  const hashesLine = () => {
    const hashes = Buffer.from(hidden.join(''), 'hex').toString('base64');
    hidden = [];
    return `${JSON.stringify({ hashes, hash: last.hash, position: last.position })}\n`;
  };
  for await (const { position, hash, isAbout, content } of excerptRows(
    snapshot,
    about,
    before.position,
  )) {
    if (isAbout && hidden.length > 0) yield hashesLine();
    last = { position, hash };
    // Contains the exact text that was hashed. Parsing and serializing it could change it.
    if (isAbout) yield `{"entry":${content},"hash":"${hash}","position":${position}}\n`;
    else if (hidden.push(content) === HASHES_PER_LINE) yield hashesLine();
  }
  if (hidden.length > 0) yield hashesLine();
}
