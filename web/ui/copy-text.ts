import { toast } from './toast.ts';

export async function copyText(
  text: string,
  success: string,
  more: string | null = null,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(success, more);
  } catch {
    // Without HTTPS, the clipboard is unavailable, but people can select the text in the toast.
    toast.error('Your browser blocked copying. Copy this text yourself:', text);
  }
}
