import type { Snapshot } from '#server/platform/db/snapshot.ts';
import { excerptRows, findBeginning, type Excerpted } from './queries.ts';

/** Hashes of one line: half a megabyte. */
const STRETCH = 10_000;

/**
 * The part of the chain from the first entry about some things to the last of all, as lines of JSON, with enough
 * to recompute each hash (docs/evidence.md). Entries about other things are hashes alone, as base64 of 32 bytes each.
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
    // As it was hashed, to the byte.
    if (isAbout) yield `{"entry":${content},"hash":"${hash}","position":${position}}\n`;
    else if (hidden.push(content) === STRETCH) yield stretch();
  }
  if (hidden.length > 0) yield stretch();
}
