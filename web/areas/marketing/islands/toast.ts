import { find } from './find.ts';

const STAY_MS = 8000;

/**
 * One toast at a time, above the button of the form, which it so never covers. A failure is read out
 * at once and stays until it is dismissed or replaced; a success is for the eye: its words belong in a
 * live region that is there already (an `output`).
 */
export function showToast(kind: 'success' | 'error', title: string, message: string): void {
  find('.toast', HTMLElement)?.remove();
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.dataset['kind'] = kind;
  if (kind === 'error') toast.setAttribute('role', 'alert');
  const dismiss = document.createElement('button');
  dismiss.type = 'button';
  dismiss.setAttribute('aria-label', 'Dismiss');
  dismiss.textContent = '×';
  dismiss.addEventListener('click', () => toast.remove());
  toast.append(paragraph(title, 'toast-title'), paragraph(message), dismiss);
  find('.form-end', HTMLElement)?.before(toast);
  if (kind === 'success') setTimeout(() => toast.remove(), STAY_MS);
}

function paragraph(text: string, className = ''): HTMLParagraphElement {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}
