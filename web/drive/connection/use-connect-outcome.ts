import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { DriveOutcome } from '#domain/drive.ts';
import { toast } from '#web/ui/toast.ts';

const NOT_DONE = 'Failed to authenticate with Google Drive';

const TELL: Record<DriveOutcome, () => void> = {
  connected: () => toast.success('Google Drive connected'),
  denied: () => toast.error(NOT_DONE, 'The request was declined at Google. Nothing was connected.'),
  'scope-missing': () =>
    toast.error(
      NOT_DONE,
      'Google did not give permission to read files. Connect Again, and leave every box checked.',
    ),
  failed: () => toast.error(NOT_DONE, 'Google did not confirm the sign-in. Please try again.'),
};

const isOutcome = (value: string | null): value is DriveOutcome =>
  value !== null && Object.hasOwn(TELL, value);

/** Tells how connecting an account ended, once, on whatever page one comes back to, and takes it out of the address. */
export function useConnectOutcome(): void {
  const { history } = useRouter();
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => {
    const url = new URL(href, window.location.origin);
    const outcome = url.searchParams.get('drive');
    if (!isOutcome(outcome)) return;
    TELL[outcome]();
    url.searchParams.delete('drive');
    history.replace(url.pathname + url.search + url.hash);
  }, [href, history]);
}
