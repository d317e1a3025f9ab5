import { find } from './find.ts';

/** The divider's automatic movement: fraction of the time (0 to 1), percent from the left. */
const PATH: readonly (readonly [at: number, percent: number])[] = [
  [0, 50],
  [0.38, 86],
  [1, 38],
];
const PATH_MS = 3200;

const easeInOut = (part: number) => (1 - Math.cos(Math.PI * part)) / 2;

function percentAt(part: number): number {
  const next = PATH.findIndex(([at]) => at > part);
  const [from, to] = [PATH[next - 1], PATH[next]];
  if (!from || !to) return PATH.at(-1)?.[1] ?? 50;
  return from[1] + (to[1] - from[1]) * easeInOut((part - from[0]) / (to[0] - from[0]));
}

export function startCompare(): void {
  const frame = find('[data-compare]', HTMLElement);
  const range = frame && find('input', HTMLInputElement, frame);
  if (!frame || !range) return;
  const draw = (percent: number) => frame.style.setProperty('--split', String(percent / 100));
  const settle = (percent: number) => {
    range.value = String(percent);
    range.setAttribute('aria-valuetext', `${Math.round(percent)} percent`);
    draw(percent);
  };
  range.addEventListener('input', () => settle(Number(range.value)));
  settle(Number(range.value));
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    frame.dataset['invites'] = '';
    return;
  }
  void whenSplashIsGone().then(() => animateOnce({ frame, range, draw, settle }));
}

type Divider = {
  frame: HTMLElement;
  range: HTMLInputElement;
  /** Moves the divider with a transform only: no layout, no screen reader output. */
  draw: (percent: number) => void;
  settle: (percent: number) => void;
};

function animateOnce({ frame, range, draw, settle }: Divider): void {
  let isGrabbed = false;
  let percent = Number(range.value);
  const take = () => {
    if (!isGrabbed) settle(percent);
    isGrabbed = true;
    delete frame.dataset['invites'];
  };
  for (const event of ['pointerdown', 'keydown']) {
    range.addEventListener(event, take, { once: true });
  }
  const start = performance.now();
  const step = (now: number) => {
    if (isGrabbed) return;
    const part = Math.min(1, Math.max(0, (now - start) / PATH_MS));
    percent = percentAt(part);
    if (part < 1) {
      draw(percent);
      requestAnimationFrame(step);
    } else {
      settle(percent);
      frame.dataset['invites'] = '';
    }
  };
  requestAnimationFrame(step);
}

async function whenSplashIsGone(): Promise<void> {
  const splash = find('.splash', HTMLElement);
  const leaving = splash?.getAnimations().map(({ finished }) => finished) ?? [];
  await Promise.allSettled(leaving);
}
