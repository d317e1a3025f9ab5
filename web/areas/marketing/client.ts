import { startCalculator } from './islands/calculator.ts';
import { startCompare } from './islands/compare.ts';
import { startContactForm } from './islands/contact-form.ts';
import { startSessionBar } from './islands/session-bar.ts';
import { find } from './islands/find.ts';

/** Mantine's storage key, so that the app uses the same color scheme. */
const KEY = 'mantine-color-scheme-value';

function startSchemeSwitch(): void {
  const { dataset } = document.documentElement;
  find('[data-scheme-switch]', HTMLButtonElement)?.addEventListener('click', () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (dataset['mantineColorScheme'] ?? system) === 'dark' ? 'light' : 'dark';
    dataset['mantineColorScheme'] = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  });
}

/** Scroll position, in px, below which the header has no background. */
const THRESHOLD = 50;

function startHeader(): void {
  const header = find('[data-header]', HTMLElement);
  if (!header) return;
  const follow = () => header.toggleAttribute('data-scrolled', window.scrollY > THRESHOLD);
  window.addEventListener('scroll', follow, { passive: true });
  follow();
  startMenu(header);
}

function startMenu(header: HTMLElement): void {
  const toggle = find('[data-menu-toggle]', HTMLButtonElement, header);
  const menu = find('#menu', HTMLElement, header);
  if (!toggle || !menu) return;
  const isOpen = () => !menu.hidden;
  const show = (open: boolean) => {
    menu.hidden = !open;
    toggle.setAttribute('aria-expanded', String(open));
    header.toggleAttribute('data-menu-open', open);
  };
  toggle.addEventListener('click', () => show(!isOpen()));
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) show(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    show(false);
    toggle.focus();
  });
  const leave = (event: Event) => {
    if (isOpen() && event.target instanceof Node && !header.contains(event.target)) show(false);
  };
  document.addEventListener('pointerdown', leave);
  document.addEventListener('focusin', leave);
}

startHeader();
startSessionBar();
startSchemeSwitch();
startCompare();
startCalculator();
startContactForm();
