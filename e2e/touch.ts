import type { Page } from '@playwright/test';

type Point = { x: number; y: number };
/** Start and end of a touch. */
export type FingerMove = { from: Point; to: Point };

const STEPS = 6;

/** Moves several fingers at once, sending the browser a phone's touch events. */
export async function moveFingers(page: Page, ...moves: FingerMove[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const at = (share: number) =>
    moves.map(({ from, to }, id) => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      id,
    }));
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: ReturnType<typeof at>,
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(0));
  for (let step = 1; step <= STEPS; step++) await send('touchMove', at(step / STEPS));
  await send('touchEnd', []);
  await client.detach();
}
