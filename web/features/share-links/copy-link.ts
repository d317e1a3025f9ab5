import type { ShareLink } from '#domain/share-links.ts';
import { toast } from '#web/ui/toast.ts';

/** Puts the address of a link on the clipboard, and says so. */
export async function copyLink({ url }: Pick<ShareLink, 'url'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Share link copied to clipboard');
  } catch {
    // Without https the browser keeps its clipboard shut; the address can still be selected.
    toast.error('Your browser does not allow copying. Copy this link yourself:', url);
  }
}
