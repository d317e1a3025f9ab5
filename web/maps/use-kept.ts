import { useCallback, useEffect, useRef, useState } from 'react';
import type { Measure, Measurement } from '#domain/measurements.ts';
import type { SurveySource } from './survey-source.ts';

type Kept = { submissionId: string; list: readonly Measurement[]; error: string | null };

/** The measurements that are kept on a week, and what can be done to them. */
export function useKept(source: SurveySource, submissionId: string) {
  const [kept, setKept] = useState<Kept | null>(null);
  const wanted = useRef(submissionId);
  const load = useCallback(async () => {
    wanted.current = submissionId;
    const settle = (part: Pick<Kept, 'list' | 'error'>) => {
      if (wanted.current === submissionId) setKept({ submissionId, ...part });
    };
    try {
      settle({ list: await source.measurements(submissionId), error: null });
    } catch (error) {
      settle({ list: [], error: (error as Error).message });
    }
  }, [source, submissionId]);
  useEffect(() => {
    void load();
    return source.watch?.(submissionId, () => void load());
  }, [source, submissionId, load]);

  const change = (next: (list: readonly Measurement[]) => readonly Measurement[]) =>
    setKept((now) => now && { ...now, list: next(now.list) });
  const current = kept?.submissionId === submissionId ? kept : null;
  const { keeping } = source;
  return {
    list: current?.list ?? [],
    isPending: current === null,
    error: current?.error ?? null,
    reload: () => void load(),
    can: keeping !== null,
    fileUrl: (format: 'geojson' | 'csv') => keeping?.fileUrl(submissionId, format),
    add: async (title: string, measure: Measure) => {
      const made = await keeping?.create(submissionId, title, measure);
      if (made) change((list) => [...list, made]);
      return made;
    },
    rename: async (id: string, title: string) => {
      const renamed = await keeping?.rename(id, title);
      if (renamed) change((list) => list.map((one) => (one.id === id ? renamed : one)));
    },
    remove: async (id: string) => {
      await keeping?.remove(id);
      change((list) => list.filter((one) => one.id !== id));
    },
  };
}

export type KeptMeasurements = ReturnType<typeof useKept>;
