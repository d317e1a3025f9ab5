import { startTransition, useEffect, useState } from 'react';

/**
 * False while a part of a page is drawn first, true right after: what waits for it is drawn by itself, so that a large
 * page does not hold the browser in one go.
 */
export function useSecondPass(): boolean {
  const [isSecond, setIsSecond] = useState(false);
  useEffect(() => startTransition(() => setIsSecond(true)), []);
  return isSecond;
}
