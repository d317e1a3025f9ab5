import { useEffect, useState } from 'react';

/**
 * Whether the page's first picture has come or failed, or somebody looks further down. On a bad line, pictures below it
 * wait for that: together they would all come late.
 */
export function useIsFirstPictureDone(): boolean {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    const done = () => setIsDone(true);
    if (document.readyState === 'complete') done();
    window.addEventListener('load', done);
    window.addEventListener('scroll', done, { passive: true });
    return () => {
      window.removeEventListener('load', done);
      window.removeEventListener('scroll', done);
    };
  }, []);
  return isDone;
}
