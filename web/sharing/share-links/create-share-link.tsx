import { lazyComponent, lazyDialog } from '#web/lib/import-with-retry.ts';

export const CreateShareLink = lazyDialog(
  lazyComponent(() => import('./create-share-link-dialog.tsx'), 'CreateShareLinkDialog'),
);
