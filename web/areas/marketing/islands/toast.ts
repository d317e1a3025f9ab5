import { find } from './find.ts';

const STAY_MS = 8000;

/** One toast at a time, read out at once; a failure stays until it is dismissed or replaced. */
export function showToast(kind: 'success' | 'error', title: string, message: string): void {
  find('.toast', HTMLElement)?.remove();
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.dataset['kind'] = kind;
  toast.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  const dismiss = document.createElement('button');
  dismiss.type = 'button';
  dismiss.setAttribute('aria-label', 'Dismiss');
  dismiss.textContent = '×';
  dismiss.addEventListener('click', () => toast.remove());
  toast.append(paragraph(title, 'toast-title'), paragraph(message), dismiss);
  document.body.append(toast);
  if (kind === 'success') setTimeout(() => toast.remove(), STAY_MS);
}

function paragraph(text: string, className = ''): HTMLParagraphElement {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}
