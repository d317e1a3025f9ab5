import { byteSize } from '#domain/byte-size.ts';
import type { DriveImport, DriveSave } from '#domain/drive.ts';
import { count, counted } from '#web/lib/formats.ts';

export type Transfer = DriveImport | DriveSave;
export type TransferFile = Transfer['files'][number];
export type TransferKind = 'import' | 'save';

const LABELS = {
  import: {
    name: 'Import',
    doing: 'Importing',
    done: 'imported',
    there: 'already in this project',
  },
  save: { name: 'Saving to Drive', doing: 'Saving', done: 'saved', there: 'already in Drive' },
} as const;

const ARRIVED_STATES: readonly string[] = ['imported', 'saved', 'already-there'];

const isState =
  (...states: readonly TransferFile['state'][]) =>
  ({ state }: Pick<TransferFile, 'state'>) =>
    states.includes(state);

export const isActive = ({ state }: Pick<Transfer, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

function totalsOf(files: readonly TransferFile[]) {
  return {
    all: files.length,
    arrived: files.filter(({ state }) => ARRIVED_STATES.includes(state)).length,
    there: files.filter(isState('already-there')).length,
    failed: files.filter(isState('failed')).length,
  };
}

/** Progress in percent: by bytes, or by number of files if a size is unknown. */
export function percentOf(files: readonly TransferFile[]): number {
  const isByBytes = files.every(({ sizeBytes }) => sizeBytes !== null);
  let [all, done] = [0, 0];
  for (const { state, sizeBytes, doneBytes } of files) {
    const isOver = state !== 'waiting' && state !== 'running';
    const size = isByBytes ? (sizeBytes ?? 0) : 1;
    all += size;
    if (isOver) done += size;
    else if (sizeBytes) done += isByBytes ? doneBytes : doneBytes / sizeBytes;
  }
  return all === 0 ? 0 : Math.min(100, Math.floor((done / all) * 100));
}

/** For example 'Importing 12 of 34 files'. */
export function transferTitle(kind: TransferKind, { state, files }: Transfer): string {
  const { name, doing, done } = LABELS[kind];
  const { all, arrived } = totalsOf(files);
  const some = `${count(arrived)} of ${counted(all, 'file')}`;
  if (state === 'waiting') return `Waiting to ${kind} ${counted(all, 'file')}`;
  if (state === 'running') return `${doing} ${some}`;
  if (state === 'cancelled') return `${name} canceled, ${some} ${done}`;
  if (state === 'stopped') return `${name} stopped, ${some} ${done}`;
  return arrived === all ? `${counted(all, 'file')} ${done}` : `${some} ${done}`;
}

/** For example '2 already in this project · 1 failed'. Can be empty. */
export function transferDetails(kind: TransferKind, { files }: Transfer): string {
  const { there, failed } = totalsOf(files);
  return [
    there > 0 ? `${count(there)} ${LABELS[kind].there}` : '',
    failed > 0 ? `${count(failed)} failed` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Unfinished files: failed ones first, then those in progress. */
export const openFiles = (files: readonly TransferFile[]): TransferFile[] =>
  (['failed', 'running', 'waiting'] as const).flatMap((state) => files.filter(isState(state)));

export function fileText({ state, sizeBytes, doneBytes, problem }: TransferFile): string {
  if (state === 'failed') return problem ?? "This file couldn't be read.";
  const size = sizeBytes === null ? '' : byteSize(sizeBytes);
  if (state === 'running') return size ? `${byteSize(doneBytes)} of ${size}` : 'In progress';
  return size ? `${size} · Waiting` : 'Waiting';
}

/** Omits imports whose files were all retried in a later import. `imports` are newest first. */
export function omitRetried(imports: readonly DriveImport[]): DriveImport[] {
  const later = new Set<string>();
  return imports.filter(({ state, files }) => {
    const isOver = state === 'done' || state === 'cancelled';
    const isRepeated =
      isOver &&
      files.every((file) => !ARRIVED_STATES.includes(file.state) && later.has(file.driveFileId));
    for (const { driveFileId } of files) later.add(driveFileId);
    return !isRepeated;
  });
}
