import { useEffect, useSyncExternalStore } from 'react';
import { setAsideReason } from '#domain/card-sifting.ts';
import { gatherHandles, type GatheredFiles, fileKey } from '#web/files/uploads/picked-files.ts';
import { card } from '#web/submissions/card/card.ts';
import type { LeftOver } from '#web/submissions/card/split-files.ts';
import { recordStore } from '#web/lib/record-store.ts';
import { toast } from '#web/ui/toast.ts';
import { CardMemory, type SavedCard } from './card-memory.ts';

const ID = 'card';
const withCards = recordStore('overfly-card', 'cards', 'id');

async function readCard(): Promise<SavedCard | null> {
  try {
    const found = await withCards<unknown>('readonly', (cards) => cards.get(ID));
    return (found as SavedCard | undefined) ?? null;
  } catch {
    return null;
  }
}

async function writeCard(kept: SavedCard | null): Promise<void> {
  try {
    await withCards<unknown>('readwrite', (cards): IDBRequest =>
      kept ? cards.put({ ...kept, id: ID }) : cards.delete(ID),
    );
  } catch {
    // In private mode, or if handles can't be stored, store only the file list.
    if (kept && kept.handles.length > 0) await writeCard({ ...kept, handles: [] });
  }
}

let writing = Promise.resolve();
const memory = new CardMemory((kept) => {
  writing = writing.then(() => writeCard(kept));
});
let restoring: Promise<void> | null = null;
const restoreCard = () => (restoring ??= readCard().then((kept) => memory.restore(kept)));

/** Excludes files that no draft would accept. */
const isWanted = ({ file: { name, size }, left }: { file: File; left: LeftOver | null }) =>
  left?.canReturn !== false &&
  setAsideReason({ name, size, relativeAltitude: null, look: null, isCutOff: false }) === null;

export async function saveCard(): Promise<void> {
  await restoreCard();
  memory.save(card.files().filter(isWanted));
}

export async function addToCard(gathered: GatheredFiles): Promise<void> {
  if (gathered.files.length === 0) return;
  toast.clearError();
  await restoreCard();
  memory.add(gathered);
  card.add(gathered.files, memory.leftOverOf);
  void saveCard();
}

export function clearCard(): void {
  card.clear();
  memory.forget();
  void saveCard();
}

/** Files missing since the page was reloaded, with the actions to read them again or forget them. */
export function useSavedCard() {
  const kept = useSyncExternalStore(memory.watch, memory.snapshot);
  useEffect(() => void restoreCard(), []);
  const forget = () => {
    memory.forget();
    void saveCard();
  };
  const readAgain = async () => {
    try {
      for (const handle of memory.handles()) await handle.requestPermission?.({ mode: 'read' });
      const { files } = await gatherHandles(memory.handles());
      const wanted = new Set(kept.missing.map(fileKey));
      card.add(
        files.filter(({ file }) => wanted.has(fileKey(file))),
        memory.leftOverOf,
      );
      toast.clearError();
      await saveCard();
    } catch {
      toast.error("Can't read the card", 'Reinsert it, or drop it again.');
    }
  };
  return { ...kept, forget, readAgain };
}

window.addEventListener('beforeunload', (event) => {
  if (memory.snapshot().isAtRisk) event.preventDefault();
});
