import { implement } from '@orpc/server';
import { files } from '#contract/files.ts';
import { able, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { setCover, setForClients } from './for-clients/for-clients.ts';
import { setPoster } from './poster.ts';
import {
  publishedFiles,
  removeFile,
  renameFile,
  reorderFiles,
  retryFile,
  setChapters,
  staffFiles,
} from './service.ts';
import { showAsPhoto } from './sets/sets.ts';

const os = implement(files).$context<ApiContext>();
const manage = able('submissions.manage');

export const fileRoutes = {
  listPublished: os.listPublished.use(signedIn).handler(async ({ context, input }) => ({
    files: await publishedFiles(context.ctx, context.viewer, input.submissionId),
  })),

  list: os.list.use(manage).handler(async ({ context, input }) => ({
    files: await staffFiles(context.ctx, context.viewer, input.submissionId),
  })),

  update: os.update
    .use(manage)
    .handler(({ context, input }) =>
      renameFile(context.ctx, context.viewer, input.id, input.fileName),
    ),

  reorder: os.reorder.use(manage).handler(async ({ context, input }) => ({
    files: await reorderFiles(context.ctx, context.viewer, input.submissionId, input.fileIds),
  })),

  setForClients: os.setForClients.use(manage).handler(async ({ context, input }) => ({
    files: await setForClients(context.ctx, context.viewer, input),
  })),

  setCover: os.setCover.use(manage).handler(async ({ context, input }) => ({
    files: await setCover(context.ctx, context.viewer, input),
  })),

  setChapters: os.setChapters
    .use(manage)
    .handler(({ context, input }) =>
      setChapters(context.ctx, context.viewer, input.id, input.chapters),
    ),

  setPoster: os.setPoster
    .use(manage)
    .handler(({ context, input }) =>
      setPoster(context.ctx, context.viewer, input.id, input.seconds),
    ),

  retry: os.retry
    .use(manage)
    .handler(({ context, input }) => retryFile(context.ctx, context.viewer, input.id)),

  showAsPhoto: os.showAsPhoto
    .use(manage)
    .handler(({ context, input }) => showAsPhoto(context.ctx, context.viewer, input)),

  remove: os.remove
    .use(manage)
    .handler(({ context, input }) => removeFile(context.ctx, context.viewer, input.id)),
};
