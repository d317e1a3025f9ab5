import { implement } from '@orpc/server';
import { driveTransfers } from '#contract/drive.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { importNew } from './imports/check.ts';
import { cancelImport, importsOf, retryImport, startImport } from './imports/service.ts';
import { cancelSave, savesOf, startSave } from './saves/service.ts';

const os = implement(driveTransfers).$context<ApiContext>();
const use = able('drive.use');

export const driveTransferRoutes = {
  import: os.import
    .use(use)
    .handler(({ context, input }) => startImport(context.ctx, context.viewer, input)),

  imports: os.imports.use(use).handler(async ({ context, input }) => ({
    imports: await importsOf(context.ctx, context.viewer, input.submissionId),
  })),

  cancel: os.cancel
    .use(use)
    .handler(({ context, input }) => cancelImport(context.ctx, context.viewer, input.id)),

  retry: os.retry
    .use(use)
    .handler(({ context, input }) =>
      retryImport(context.ctx, context.viewer, input.id, input.fileId),
    ),

  checkForNew: os.checkForNew
    .use(use)
    .handler(({ context, input }) => importNew(context.ctx, context.viewer, input.submissionId)),

  save: os.save
    .use(use)
    .handler(({ context, input }) => startSave(context.ctx, context.viewer, input)),

  cancelSave: os.cancelSave
    .use(use)
    .handler(({ context, input }) => cancelSave(context.ctx, context.viewer, input.id)),

  saves: os.saves.use(use).handler(async ({ context, input }) => ({
    saves: await savesOf(context.ctx, context.viewer, input.submissionId),
  })),
};
