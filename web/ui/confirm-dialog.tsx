import { lazyPart } from '#web/lib/import-with-retry.ts';
import { lazyDialog } from './lazy-dialog.tsx';

/** Asks before something is destroyed. */
export const ConfirmDialog = lazyDialog(
  lazyPart(() => import('./opened-confirm-dialog.tsx'), 'OpenedConfirmDialog'),
);
