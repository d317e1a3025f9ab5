import { implement } from '@orpc/server';
import { storedFiles } from '#contract/stored-files.ts';
import { able, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { allFiles, consequencesOf, filesOfOwnCompany } from './service.ts';

const os = implement(storedFiles).$context<ApiContext>();
const manage = able('submissions.manage');

export const storedFileRoutes = {
  list: os.list
    .use(manage)
    .handler(({ context, input }) => allFiles(context.ctx, context.viewer, input)),

  consequences: os.consequences
    .use(manage)
    .handler(({ context, input }) => consequencesOf(context.ctx, context.viewer, input.id)),

  ofCompany: os.ofCompany.use(signedIn).handler(async ({ context }) => ({
    files: await filesOfOwnCompany(context.ctx, context.viewer),
  })),
};
