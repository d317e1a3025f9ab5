import { find } from './find.ts';

const STAY_MS = 8000;

/**
 * One toast at a time. A failure is announced immediately and stays until hidden or replaced. A success is visual only:
 * its text belongs in an existing live region (an `output`).
 */
export function showToast(kind: 'success' | 'error', title: string, message: string): void {
  hideToast();
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.dataset['kind'] = kind;
  if (kind === 'error') toast.setAttribute('role', 'alert');
  const dismiss = document.createElement('button');
  dismiss.type = 'button';
  dismiss.setAttribute('aria-label', 'Dismiss');
  dismiss.textContent = '×';
  dismiss.addEventListener('click', hideToast);
  toast.append(paragraph(title, 'toast-title'), paragraph(message), dismiss);
  document.body.append(toast);
  const leave = () => {
    if (toast.matches(':hover, :focus-within')) setTimeout(leave, STAY_MS);
    else toast.remove();
  };
  if (kind === 'success') setTimeout(leave, STAY_MS);
}

export const hideToast = (): void => find('.toast', HTMLElement)?.remove();

function paragraph(text: string, className = ''): HTMLParagraphElement {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}
