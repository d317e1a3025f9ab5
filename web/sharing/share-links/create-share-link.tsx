import { lazyPart, lazyDialog } from '#web/lib/import-with-retry.ts';

/** Makes a share link, with all that can be chosen of it. */
export const CreateShareLink = lazyDialog(
  lazyPart(() => import('./create-share-link-dialog.tsx'), 'CreateShareLinkDialog'),
);
