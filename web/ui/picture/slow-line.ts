/** A line that brings less has pictures of 40 KB come one in half a second; bytes in a second. */
const SLOW = 100_000;
/** Smaller answers say more about the way than about the line, bytes. */
const TELLING = 4000;

type Fetched = Pick<
  PerformanceResourceTiming,
  'name' | 'transferSize' | 'responseStart' | 'responseEnd' | 'workerStart'
>;

/** Whether it came from the server: of what the service worker answers, it keeps everything but the API. */
const isFromServer = ({ name, transferSize, workerStart }: Fetched) =>
  transferSize >= TELLING && (workerStart === 0 || name.includes('/api/'));

/** Whether what this page has fetched so far came slowly, in all browsers alike. False before anything has come. */
export function isSlowLine(
  fetched: readonly Fetched[] = performance.getEntriesByType(
    'resource',
  ) as PerformanceResourceTiming[],
): boolean {
  let bytes = 0;
  let milliseconds = 0;
  let end = 0;
  const telling = fetched.filter(isFromServer);
  for (const file of telling.toSorted((a, b) => a.responseStart - b.responseStart)) {
    bytes += file.transferSize;
    // Files that come side by side share the line.
    milliseconds += Math.max(0, file.responseEnd - Math.max(end, file.responseStart));
    end = Math.max(end, file.responseEnd);
  }
  return (bytes * 1000) / milliseconds < SLOW;
}
