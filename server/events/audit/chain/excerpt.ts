import type { Snapshot } from '#server/platform/db/snapshot.ts';
import { excerptRows, findBeginning, type Excerpted } from './queries.ts';

/** Hashes per line: about half a megabyte. */
const STRETCH = 10_000;

/**
 * The chain from the first entry about these subjects to the end, as lines of JSON, with everything needed to recompute
 * the hashes (docs/evidence.md). Entries about other subjects are only hashes: base64 of 32 bytes each.
 */
export async function* auditExcerpt(snapshot: Snapshot, about: Excerpted): AsyncGenerator<string> {
  const before = await findBeginning(snapshot, about);
  if (!before) return;
  yield `${JSON.stringify({ format: 'overfly-audit-excerpt', version: 1, before })}\n`;
  let hidden: string[] = [];
  let last = before;
  const stretch = () => {
    const hashes = Buffer.from(hidden.join(''), 'hex').toString('base64');
    hidden = [];
    return `${JSON.stringify({ hashes, hash: last.hash, position: last.position })}\n`;
  };
  for await (const { position, hash, isAbout, content } of excerptRows(
    snapshot,
    about,
    before.position,
  )) {
    if (isAbout && hidden.length > 0) yield stretch();
    last = { position, hash };
    // The exact text that was hashed; parsing and serializing it could change it.
    if (isAbout) yield `{"entry":${content},"hash":"${hash}","position":${position}}\n`;
    else if (hidden.push(content) === STRETCH) yield stretch();
  }
  if (hidden.length > 0) yield stretch();
}
