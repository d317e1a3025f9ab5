// Stands in the shared page itself (see vite.config.ts). Its font is shown only where it comes at once (`font-display:
// optional`); on a line that cannot bring it in time it is not asked for, and the first picture has the line.

(() => {
  /** Milliseconds from a request to its first byte: one way there and back, and what the server took. */
  const IN_TIME = 150;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // What the browser knows of the line from before; not all say it.
  const { rtt = 0 } = (navigator as { connection?: { rtt?: number } }).connection ?? {};
  if (visit && Math.max(rtt, visit.responseStart - visit.requestStart) < IN_TIME)
    document.documentElement.dataset['font'] = 'in-time';
})();
