import { startImport } from '#server/drive/transfers/imports/service.ts';
import { startSave } from '#server/drive/transfers/saves/service.ts';
import { input, unique, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

const importOf = (submissionId: string) => ({
  submissionId,
  source: { id: `1Folder${unique()}`, name: 'Week 12', url: 'https://drive.google.com/' },
  subfolders: false,
  files: [{ driveFileId: `1Drive${unique()}`, name: 'DJI_0001.JPG' }],
});

const started = async ({ ctx, draft, people }: World) =>
  (await startImport(ctx, people.operator.viewer, importOf(draft.id))).id;

const savedWeek = async ({ ctx, published, people }: World) =>
  (await startSave(ctx, people.operator.viewer, { submissionId: published.id, folder: null })).id;

export const DRIVE_TRANSFER_REQUESTS: Record<string, Prepare> = {
  'driveTransfers.import': ({ draft }) => input(importOf(draft.id)),
  'driveTransfers.imports': ({ draft }) => input({ submissionId: draft.id }),
  'driveTransfers.cancel': async (world) => input({ id: await started(world) }),
  'driveTransfers.retry': async (world) => input({ id: await started(world) }),
  'driveTransfers.checkForNew without a folder': ({ draft }) => input({ submissionId: draft.id }),
  'driveTransfers.save': ({ published }) => input({ submissionId: published.id, folder: null }),
  'driveTransfers.save of a draft': ({ draft }) => input({ submissionId: draft.id, folder: null }),
  'driveTransfers.cancelSave': async (world) => input({ id: await savedWeek(world) }),
  'driveTransfers.saves': ({ published }) => input({ submissionId: published.id }),
};
