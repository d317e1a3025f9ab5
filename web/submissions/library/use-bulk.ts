import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { useBinDays } from '#web/lib/bin.ts';
import {
  type BulkAction,
  type BulkItem,
  type BulkOrder,
  type BulkResult,
  runBulk,
  undoOf,
} from './bulk.ts';

/** Does something to many submissions, tells what became of each, and undoes it. */
export function useBulk(action: BulkAction) {
  const queryClient = useQueryClient();
  const binDays = useBinDays();
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [stage, setStage] = useState<'asking' | 'working' | 'done' | 'undone'>('asking');
  const work = async (
    items: readonly BulkItem[],
    orderOf: (item: BulkItem) => BulkOrder,
    end: 'done' | 'undone',
  ) => {
    setResults([]);
    setStage('working');
    await runBulk(items, orderOf, (result) => setResults((before) => [...before, result]));
    setStage(end);
    await Promise.all(
      [api.submissions.key(), api.projects.key(), api.overview.key(), api.bin.list.key()].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  const done = results.filter(({ error }) => error === null).map(({ item }) => item);
  return {
    binDays,
    results,
    stage,
    start: (items: readonly BulkItem[], order: BulkOrder) => work(items, () => order, 'done'),
    canUndo: stage === 'done' && done.length > 0 && (action !== 'delete' || Boolean(binDays)),
    undo: () => work(done, (item) => undoOf(item, action), 'undone'),
  };
}
