import { toast } from './toast.ts';

/** Puts a text on the clipboard, and says so in the words of `success`, and of `more` below it. */
export async function copyText(
  text: string,
  success: string,
  more: string | null = null,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(success, more);
  } catch {
    // Without https the browser keeps its clipboard shut; the text can still be selected.
    toast.error('Your browser does not allow copying. Copy this yourself:', text);
  }
}
