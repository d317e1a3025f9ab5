import { z } from 'zod';
import type { GivenUpJob, StorageUse } from '#domain/system.ts';
import type { FailedJob as GivenUpRow } from '#server/platform/queue/queue.ts';
import type { StoredRow } from './queries.ts';

const OfFile = z.object({ fileId: z.uuid() });
/** The format in which pg-boss stores errors. */
const Failure = z.object({ message: z.string() });
const ERROR_LENGTH = 500;

export const fileOf = (job: Pick<GivenUpRow, 'data'>): string | null =>
  OfFile.safeParse(job.data).data?.fileId ?? null;

type NamedFile = NonNullable<GivenUpJob['file']>;

export const presentFailedJob =
  (files: ReadonlyMap<string, NamedFile>) =>
  (row: GivenUpRow): GivenUpJob => ({
    id: row.id,
    name: row.name,
    tries: row.retryCount + 1,
    error: (Failure.safeParse(row.output).data?.message ?? '').slice(0, ERROR_LENGTH),
    createdAt: row.createdOn.toISOString(),
    givenUpAt: (row.completedOn ?? row.createdOn).toISOString(),
    file: files.get(fileOf(row) ?? '') ?? null,
  });

export function presentStorage(rows: readonly StoredRow[], space: StorageUse['space']): StorageUse {
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  const companies = Map.groupBy(rows, ({ companyId }) => companyId);
  return {
    kinds: [...kinds].map(([kind, of]) => ({ kind, ...totalOf(of) })).sort(byBytes),
    companies: [...companies]
      .map(([id, of]) => {
        const name = of[0]?.companyName ?? '';
        return { company: id === null ? null : { id, name }, ...totalOf(of) };
      })
      .sort(byBytes),
    space,
  };
}

const byBytes = (a: { bytes: number }, b: { bytes: number }) => b.bytes - a.bytes;

const totalOf = (rows: readonly StoredRow[]) => ({
  files: rows.reduce((sum, { files }) => sum + files, 0),
  bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
});
