import type { DriveImport, DriveSave } from '#domain/drive.ts';
import type { TransferRow } from './queries.ts';

type FileRow = TransferRow['files'][number];

export const presentImport = (row: TransferRow): DriveImport => ({
  ...presentTransfer(row),
  source: presentFolder(row),
  files: row.files.map(({ state, driveFileId, fileId, ...file }) => ({
    ...presentFile(file),
    driveFileId: driveFileId ?? '',
    state: state === 'done' ? 'imported' : state,
    fileId,
  })),
});

/** Leaves out deleted originals. */
export const presentSave = (row: TransferRow): DriveSave => ({
  ...presentTransfer(row),
  folder: presentFolder(row),
  files: row.files.flatMap(({ state, fileId, ...file }) =>
    fileId === null
      ? []
      : [{ ...presentFile(file), fileId, state: state === 'done' ? 'saved' : state }],
  ),
});

const presentTransfer = (row: TransferRow) => ({
  id: row.id,
  submissionId: row.submissionId,
  state: row.state,
  problem: row.problem as DriveImport['problem'],
  createdAt: row.createdAt.toISOString(),
});

const presentFolder = ({ folderId: id, folderName: name, folderUrl: url }: TransferRow) =>
  id !== null && name !== null && url !== null ? { id, name, url } : null;

const presentFile = ({
  id,
  name,
  sizeBytes,
  doneBytes,
  problem,
}: Omit<FileRow, 'state' | 'driveFileId' | 'fileId'>) => ({
  id,
  name,
  sizeBytes,
  doneBytes,
  problem,
});
