import { find } from './find.ts';

/** Scrolled further than this, the header stands on a ground of its own, pixels. */
const THRESHOLD = 50;

export function startHeader(): void {
  const header = find('[data-header]', HTMLElement);
  if (!header) return;
  const follow = () => header.toggleAttribute('data-scrolled', window.scrollY > THRESHOLD);
  window.addEventListener('scroll', follow, { passive: true });
  follow();
  startMenu(header);
}

/** Opens and closes; a link of its own, Escape and a place outside close it. */
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
