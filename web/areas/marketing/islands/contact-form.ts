import { CONTACT_EMAIL, CONTACT_MESSAGES, tooLong } from '#domain/contact-messages.ts';
import { withAsciiDomain } from '#domain/email-address.ts';
import { ESTIMATE_EVENT } from './calculator.ts';
import { solveProof, createTickets, type Ticket, type Tickets } from './contact-tickets.ts';
import { find } from './find.ts';

const TOAST_MS = 8000;

/**
 * Shows one toast at a time. An error is announced and stays until hidden or replaced. A success is visual only: its
 * text belongs in an existing live region (an `output`).
 */
function showToast(kind: 'success' | 'error', title: string, message: string): void {
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
    if (toast.matches(':hover, :focus-within')) setTimeout(leave, TOAST_MS);
    else toast.remove();
  };
  if (kind === 'success') setTimeout(leave, TOAST_MS);
}

const hideToast = (): void => find('.toast', HTMLElement)?.remove();

function paragraph(text: string, className = ''): HTMLParagraphElement {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}

const ADDRESS = '/api/contact';

type Field = HTMLInputElement | HTMLTextAreaElement;

export function startContactForm(): void {
  const form = find('[data-contact-form]', HTMLFormElement);
  const button = form && find('button[type="submit"]', HTMLButtonElement, form);
  if (!form || !button) return;
  const tickets = ticketsFor(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled && isComplete(form)) void send(form, button, tickets);
  });
  form.addEventListener('input', ({ target }) => {
    if (isField(target)) setFieldError(target, '');
    hideToast();
  });
  listenForEstimates(form);
  // The button is disabled in the HTML, because without this script the form would put its values into the URL.
  button.disabled = false;
}

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
const fieldsOf = (form: HTMLFormElement) => [...form.elements].filter(isField);

function isComplete(form: HTMLFormElement): boolean {
  const fields = fieldsOf(form);
  const missing = fields.filter((field) => field.required && field.value.trim() === '');
  for (const field of missing) setFieldError(field, 'Please fill in this field.');
  if (missing.length > 0) {
    missing[0]?.focus();
    showToast('error', CONTACT_MESSAGES.missing.title, CONTACT_MESSAGES.missing.message);
    return false;
  }
  for (const field of fields) {
    const text = errorIn(field);
    if (!text) continue;
    showFieldError(field, text);
    showToast('error', CONTACT_MESSAGES.failure.title, text);
    return false;
  }
  return true;
}

/** Checks the server's limits, because values set by a script can exceed `maxlength`. */
function errorIn({ type, value, maxLength }: Field): string {
  if (maxLength > 0 && value.trim().length > maxLength) return tooLong(maxLength);
  return type === 'email' && !CONTACT_EMAIL.test(withAsciiDomain(value.trim()))
    ? CONTACT_MESSAGES.wrongEmail
    : '';
}

function showFieldError(field: Field, text: string): void {
  setFieldError(field, text);
  field.focus();
}

function setFieldError(field: Field, text: string): void {
  const note = document.querySelector(`#${field.id}-error`);
  if (note) note.textContent = text;
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** Fetches a ticket when the form scrolls into view, because the server checks the ticket's age. */
function ticketsFor(form: HTMLFormElement): Tickets {
  const tickets = createTickets(fetchTicket);
  const approach = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    approach.disconnect();
    void tickets.next();
  });
  approach.observe(form);
  form.addEventListener('focusin', () => void tickets.next());
  return tickets;
}

async function fetchTicket(): Promise<Ticket | null> {
  try {
    const answer = await fetch(`${ADDRESS}/token`);
    return answer.ok ? ((await answer.json()) as Ticket) : null;
  } catch {
    // Messages without a ticket are accepted but may be marked as suspicious.
    return null;
  }
}

async function send(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  tickets: Tickets,
): Promise<void> {
  const text = button.textContent;
  const status = find('[data-form-status]', HTMLElement, form);
  status?.replaceChildren();
  button.disabled = true;
  button.textContent = button.dataset['busy'] ?? text;
  const problem = await post(form, tickets);
  button.disabled = false;
  button.textContent = text;
  // Disabling the button removed its focus.
  if (document.activeElement === document.body) button.focus({ preventScroll: true });
  if (problem !== null) return showProblem(form, problem);
  tickets.spend();
  form.reset();
  status?.append(CONTACT_MESSAGES.success.message);
  showToast('success', CONTACT_MESSAGES.success.title, CONTACT_MESSAGES.success.message);
}

/** Returns null on success, otherwise an error message. */
async function post(form: HTMLFormElement, tickets: Tickets): Promise<string | null> {
  const values = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]));
  try {
    const ticket = await tickets.next();
    const proof = ticket?.proofBits ? await solveProof(ticket.token, ticket.proofBits) : undefined;
    const answer = await fetch(ADDRESS, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...values, token: ticket?.token, proof }),
    });
    if (answer.ok) return null;
    const hasMessage = answer.status === 400 || answer.status === 429;
    return hasMessage ? await errorMessageOf(answer) : CONTACT_MESSAGES.failure.message;
  } catch {
    return CONTACT_MESSAGES.failure.message;
  }
}

async function errorMessageOf(answer: Response): Promise<string> {
  const { message } = (await answer.json()) as { message?: unknown };
  return typeof message === 'string' && message ? message : CONTACT_MESSAGES.failure.message;
}

/** The server's message starts with the field's name: 'email: …'. */
function showProblem(form: HTMLFormElement, problem: string): void {
  const field = fieldsOf(form).find(({ name }) => problem.startsWith(`${name}: `));
  const text = field ? problem.slice(field.name.length + 2) : problem;
  if (field) showFieldError(field, text);
  showToast('error', CONTACT_MESSAGES.failure.title, text);
}

function listenForEstimates(form: HTMLFormElement): void {
  let earlier = '';
  document.addEventListener(ESTIMATE_EVENT, (event) => {
    const field = find('textarea', HTMLTextAreaElement, form);
    if (!field || !(event instanceof CustomEvent)) return;
    const estimate = String(event.detail);
    const typed = earlier ? field.value.replace(earlier, '').trim() : field.value.trim();
    field.value = [typed, estimate].filter(Boolean).join('\n\n');
    earlier = estimate;
    setFieldError(field, '');
    const status = find('[data-form-status]', HTMLElement, form);
    if (status) status.textContent = 'We added your estimate to the message.';
    const empty = fieldsOf(form).find(({ required, value }) => required && !value.trim());
    (empty ?? field).focus({ preventScroll: true });
  });
}
