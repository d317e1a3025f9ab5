import { NOT_ALIGNED_MESSAGES } from '#domain/alignment-messages.ts';
import { notLaid } from '#domain/laid-pair.ts';
import { type Comparison, type Photos, reasonOf, shownPair, turnOf } from './comparison.ts';
import { missingMessage } from './pairing.ts';

const REASONS = {
  viewpoint: 'Same viewpoint',
  position: 'Same position',
  order: 'Paired by order',
} as const;

/** Added while photos that can be aligned are shown as taken. */
export const AS_TAKEN_MESSAGE = 'Turn off As taken to mark changes';

/** Why two photos stand beside each other, and why they are not aligned; empty where nothing is known. */
export function pairMessage(comparison: Comparison, photos: Photos, isAligned: boolean): string {
  const pair = shownPair(comparison, photos);
  if (pair.before && pair.before.id === pair.after?.id) return 'The same photo';
  const refusal = notLaid(pair);
  if (refusal) return NOT_ALIGNED_MESSAGES[refusal];
  const turn = isAligned ? 0 : Math.abs(Math.round(turnOf(comparison, photos)));
  return [reasonText(comparison, photos), turn > 0 ? `turned ${turn}°` : '']
    .filter(Boolean)
    .join(', ');
}

function reasonText(comparison: Comparison, photos: Photos): string {
  const missing = missingMessage(comparison, photos);
  if (missing) return missing;
  const { before, after } = shownPair(comparison, photos);
  const reason = reasonOf(comparison, photos);
  if (reason) return REASONS[reason];
  const [there, here] = [before?.viewpointId ?? null, after?.viewpointId ?? null];
  if (!before || !after || (there === null && here === null)) return '';
  return there === here ? REASONS.viewpoint : 'Different viewpoints';
}
