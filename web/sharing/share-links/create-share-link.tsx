import { lazyPart, lazyDialog } from '#web/lib/import-with-retry.ts';

export const CreateShareLink = lazyDialog(
  lazyPart(() => import('./create-share-link-dialog.tsx'), 'CreateShareLinkDialog'),
);
