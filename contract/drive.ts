import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  DriveCheck,
  DriveFile,
  DriveId,
  DriveImport,
  DriveImportInput,
  DriveListing,
  DrivePublicity,
  DriveSave,
  DriveStatus,
  PastedLink,
  ResourceKey,
} from '#domain/drive.ts';
import { Id } from '#domain/fields.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Google Drive'] });

const OneFile = z.object({ driveFileId: DriveId, resourceKey: ResourceKey.optional() });

export const drive = {
  status: route('GET', '/operator/drive', 'Get the connected Google Drive account').output(
    DriveStatus,
  ),
  /** The URL of Google's consent page, valid for 10 minutes. */
  connect: route('POST', '/operator/drive/connect', 'Start connecting Google Drive')
    .input(
      z.object({
        /** Page to return to, with `?drive=` and one of DRIVE_OUTCOMES. */
        next: z
          .string()
          .max(500)
          .regex(/^\/(?![/\\])/, 'This is not a page of this site.'),
      }),
    )
    .output(z.object({ url: z.string() })),
  /** `revoked` is false if Google didn't respond and may still list Overfly in the account. */
  disconnect: route('DELETE', '/operator/drive/connection', 'Disconnect Google Drive').output(
    z.object({ revoked: z.boolean() }),
  ),
  inspect: route('POST', '/operator/drive/look', 'List the files behind a Google Drive link')
    .input(
      z.object({
        link: PastedLink,
        submissionId: Id.optional(),
        kind: z.literal('video').optional(),
        subfolders: z.boolean().default(false),
      }),
    )
    .output(DriveListing),
  recent: route('GET', '/operator/drive/recent', 'List recently changed files in Google Drive')
    .input(z.object({ submissionId: Id.optional() }))
    .output(z.object({ files: z.array(DriveFile) })),
  getSharing: route(
    'GET',
    '/operator/drive/files/{driveFileId}/public',
    'Check whether a Google Drive file is public',
  )
    .input(OneFile)
    .output(DrivePublicity),
  makePublic: route(
    'POST',
    '/operator/drive/files/{driveFileId}/public',
    'Make a Google Drive file public',
  )
    .input(OneFile)
    .output(DrivePublicity),
  makePrivate: route(
    'DELETE',
    '/operator/drive/files/{driveFileId}/public',
    'Make a public Google Drive file private again',
  )
    .input(OneFile)
    .output(DrivePublicity),
};

export const driveTransfers = {
  import: route(
    'POST',
    '/operator/submissions/{submissionId}/drive-imports',
    'Import files from Google Drive into a submission',
  )
    .input(DriveImportInput)
    .output(DriveImport),
  imports: route(
    'GET',
    '/operator/submissions/{submissionId}/drive-imports',
    "List a submission's imports from Google Drive",
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ imports: z.array(DriveImport) })),
  cancel: route('POST', '/operator/drive-imports/{id}/cancel', 'Cancel an import')
    .input(z.object({ id: Id }))
    .output(DriveImport),
  /** All failed files, or one file. */
  retry: route('POST', '/operator/drive-imports/{id}/retry', 'Retry the failed files of an import')
    .input(z.object({ id: Id, fileId: Id.optional() }))
    .output(DriveImport),
  checkForNew: route(
    'POST',
    '/operator/submissions/{submissionId}/drive-imports/check',
    "Import new files from a submission's folder and list changed ones",
  )
    .input(z.object({ submissionId: Id }))
    .output(DriveCheck),
  save: route(
    'POST',
    '/operator/submissions/{submissionId}/drive-saves',
    "Save a submission's originals to a Google Drive folder",
  )
    .input(z.object({ submissionId: Id, folder: PastedLink.nullable() }))
    .output(DriveSave),
  cancelSave: route('POST', '/operator/drive-saves/{id}/cancel', 'Cancel a save to Google Drive')
    .input(z.object({ id: Id }))
    .output(DriveSave),
  saves: route(
    'GET',
    '/operator/submissions/{submissionId}/drive-saves',
    "List a submission's saves to Google Drive",
  )
    .input(z.object({ submissionId: Id }))
    .output(z.object({ saves: z.array(DriveSave) })),
};
