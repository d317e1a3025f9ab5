import { sql, type Insertable, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { countOf } from '#server/platform/db/search.ts';

export type Direction = 'import' | 'save';
export type TransferRow = Awaited<ReturnType<typeof listTransfers>>[number];
export type LockedTransfer = NonNullable<Awaited<ReturnType<typeof lockTransfer>>>;
export type TransferFile = NonNullable<Awaited<ReturnType<typeof claimFile>>>;

type TransferChanges = Updateable<DB['driveTransfers']>;
type FileChanges = Updateable<DB['driveTransferFiles']>;
type NewFile = Omit<Insertable<DB['driveTransferFiles']>, 'transferId'>;

const ACTIVE_STATES = ['waiting', 'running'] as const;
/** Rows per statement, because PostgreSQL allows only 65,535 parameters. */
const BATCH = 1000;

type TransferFilter = { id: string } | { submissionId: string; direction: Direction };

export const listTransfers = (tx: Tx, wanted: TransferFilter) =>
  tx
    .selectFrom('driveTransfers as t')
    .where((eb) =>
      'id' in wanted
        ? eb('t.id', '=', wanted.id)
        : eb.and([
            eb('t.submissionId', '=', wanted.submissionId),
            eb('t.direction', '=', wanted.direction),
          ]),
    )
    .selectAll('t')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('driveTransferFiles as f')
          .whereRef('f.transferId', '=', 't.id')
          .select(['f.id', 'f.driveFileId', 'f.name', 'f.sizeBytes', 'f.doneBytes', 'f.state'])
          .select(['f.problem', 'f.fileId'])
          .orderBy('f.position'),
      ).as('files'),
    )
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id')
    .execute();

export const insertTransfer = async (
  tx: Tx,
  values: Insertable<DB['driveTransfers']>,
): Promise<string> =>
  (await tx.insertInto('driveTransfers').values(values).returning('id').executeTakeFirstOrThrow())
    .id;

export async function insertFiles(tx: Tx, transferId: string, files: readonly NewFile[]) {
  const rows = files.map((file) => ({ ...file, transferId }));
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await tx.insertInto('driveTransferFiles').values(batch).execute();
  }
}

export const lockTransfer = (tx: Tx, id: string, direction: Direction) =>
  tx
    .selectFrom('driveTransfers as t')
    .innerJoin('submissions as s', 's.id', 't.submissionId')
    .innerJoin('projects as p', 'p.id', 's.projectId')
    .where('t.id', '=', id)
    .where('t.direction', '=', direction)
    .selectAll('t')
    .select(['s.projectId', 's.title', 'p.name as projectName'])
    .forUpdate('t')
    .executeTakeFirst();

export const updateTransfer = (tx: Tx, id: string, changes: TransferChanges) =>
  tx.updateTable('driveTransfers').set(changes).where('id', '=', id).execute();

/** Returns false if the transfer has ended, was deleted, or was taken over by another run. */
export const isActive = async (
  tx: Tx,
  { id, runId }: Pick<LockedTransfer, 'id' | 'runId'>,
): Promise<boolean> =>
  (await tx
    .selectFrom('driveTransfers')
    .where('id', '=', id)
    .where('runId', 'is not distinct from', runId)
    .where('state', 'in', ACTIVE_STATES)
    .select('id')
    .executeTakeFirst()) !== undefined;

export const listActive = (tx: Tx) =>
  tx
    .selectFrom('driveTransfers')
    .where('state', 'in', ACTIVE_STATES)
    .select(['id', 'direction', 'runId'])
    .execute();

export const claimFile = (tx: Tx, transferId: string) =>
  tx
    .updateTable('driveTransferFiles')
    .set({ state: 'running' })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('driveTransferFiles as next')
        .select('next.id')
        .where('next.transferId', '=', transferId)
        .where('next.state', '=', 'waiting')
        .orderBy('next.position')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

export const releaseFiles = (tx: Tx, transferId: string) =>
  tx
    .updateTable('driveTransferFiles')
    .set({ state: 'waiting' })
    .where('transferId', '=', transferId)
    .where('state', '=', 'running')
    .execute();

/** Returns false if the file is no longer running, for example after a cancellation. */
export const updateRunning = async (tx: Tx, id: string, changes: FileChanges): Promise<boolean> =>
  (await tx
    .updateTable('driveTransferFiles')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Sets the outcome of a running file and counts all its bytes as done. */
export const settleFile = (tx: Tx, id: string, outcome: FileChanges) =>
  tx
    .updateTable('driveTransferFiles')
    .set((eb) => ({
      ...outcome,
      doneBytes: eb.fn.coalesce(eb.val(outcome.sizeBytes ?? null), 'sizeBytes', 'doneBytes'),
    }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();

export const writeDoneBytes = (tx: Tx, done: ReadonlyMap<string, number>) =>
  sql`
    update drive_transfer_files as f set done_bytes = given.bytes
    from unnest(${[...done.keys()]}::uuid[], ${[...done.values()]}::bigint[]) as given (id, bytes)
    where f.id = given.id and f.state = 'running'`.execute(tx);

/** Returns the ids of unfinished uploads. */
export const cancelFiles = async (tx: Tx, transferId: string): Promise<string[]> =>
  (
    await tx
      .updateTable('driveTransferFiles')
      .set({ state: 'cancelled' })
      .where('transferId', '=', transferId)
      .where('state', 'in', ACTIVE_STATES)
      .returning('uploadId')
      .execute()
  ).flatMap(({ uploadId }) => uploadId ?? []);

/** Requeues one or all failed or canceled files. Returns their number. */
export async function retryFiles(tx: Tx, transferId: string, id?: string): Promise<number> {
  const query = tx
    .updateTable('driveTransferFiles')
    .set({ state: 'waiting', problem: null })
    .where('transferId', '=', transferId)
    .where('state', 'in', ['failed', 'cancelled'])
    .returning('id');
  return (await (id ? query.where('id', '=', id) : query).execute()).length;
}

export const setDriveId = (tx: Tx, fileId: string, driveFileId: string, webLink: string) =>
  tx
    .updateTable('files')
    .set({ googleDriveFileId: driveFileId, googleDriveWebLink: webLink })
    .where('id', '=', fileId)
    .where('googleDriveFileId', 'is', null)
    .execute();

export async function copiesOf(tx: Tx, submissionId: string, driveFileIds: readonly string[]) {
  const rows =
    driveFileIds.length === 0
      ? []
      : await tx
          .selectFrom('files')
          .where('submissionId', '=', submissionId)
          .where('googleDriveFileId', 'in', driveFileIds)
          .select(['googleDriveFileId', 'sha256', 'fileSize as size'])
          .execute();
  return Map.groupBy(rows, ({ googleDriveFileId }) => googleDriveFileId ?? '');
}

export const countWaiting = (tx: Tx, transferId: string) =>
  countOf(
    tx
      .selectFrom('driveTransferFiles')
      .where('transferId', '=', transferId)
      .where('state', '=', 'waiting'),
  );

export const findSubmission = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .where('id', '=', id)
    .select(['id', 'title', 'projectId', 'status', 'googleDriveFolderUrl'])
    .executeTakeFirst();

/** Locks a submission, so that its transfers start one at a time. */
export const lockSubmission = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .where('id', '=', id)
    .select(['id', 'title', 'projectId', 'status'])
    .forNoKeyUpdate()
    .executeTakeFirst();
