import { useEffect, useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { setPerformanceMonitor } from '#web/lib/performance-switch.ts';
import { CACHE, hitRate, imageStats, pictures } from './picture/pictures.ts';
import styles from './performance-monitor.module.css';

const TABS = ['Images', 'Cache'] as const;
type Tab = (typeof TABS)[number];

const REFRESH_MS = 500;
const percent = (part: number) => `${Math.round(part * 100)}%`;

function imageRows(): [string, string][] {
  const { total, loaded, failed, averageMs, perSecond } = imageStats.figures();
  return [
    ['Total', String(total)],
    ['Loaded', String(loaded)],
    ['Progress', percent(total === 0 ? 0 : loaded / total)],
    ['Average load time', `${Math.round(averageMs)} ms`],
    ['Images per second', perSecond.toFixed(1)],
    ['Failed', String(failed)],
  ];
}

function cacheRows(): [string, string][] {
  const { entries, bytes, ...counts } = pictures.figures();
  return [
    ['Entries', String(entries)],
    ['Hit rate', percent(hitRate(counts))],
    ['Usage', percent(bytes / CACHE.maxBytes)],
    ['Size', byteSize(bytes)],
    ['Max', byteSize(CACHE.maxBytes)],
  ];
}

/** Re-renders on a timer, because the figures change without events. */
function useRefresh(): () => void {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return () => draw((count) => count + 1);
}

export function PerformanceMonitor() {
  const [tab, setTab] = useState<Tab>('Images');
  const refresh = useRefresh();
  const rows = tab === 'Images' ? imageRows() : cacheRows();
  return (
    <section className={styles.monitor} aria-label="Performance Monitor">
      <header>
        <h2>Performance Monitor</h2>
        <button type="button" onClick={() => setPerformanceMonitor(false)}>
          Close<span className="visually-hidden"> Performance Monitor</span>
        </button>
      </header>
      <fieldset className={styles.tabs}>
        <legend className="visually-hidden">Metrics</legend>
        {TABS.map((name) => (
          <button key={name} type="button" aria-pressed={name === tab} onClick={() => setTab(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tab === 'Cache' ? (
        <button
          type="button"
          onClick={() => {
            pictures.clear();
            refresh();
          }}
        >
          Clear Cache
        </button>
      ) : null}
    </section>
  );
}
