import type { ShareLink, SharePart } from '#domain/share-links.ts';
import { counted, dateTime } from '#web/lib/formats.ts';
import classes from './view-chart.module.css';

const HEIGHT = 24;
const BAR = 4;
const GAP = 1;

/** How often a link was seen on each of the last days, the newest at the right. */
function ViewChart({ viewsByDay }: { viewsByDay: readonly number[] }) {
  const most = Math.max(...viewsByDay, 1);
  const total = viewsByDay.reduce((sum, views) => sum + views, 0);
  const width = viewsByDay.length * (BAR + GAP) - GAP;
  return (
    <svg
      role="img"
      aria-label={`${counted(total, 'view')} in the last ${viewsByDay.length} days`}
      className={classes.chart}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {viewsByDay.map((views, day) => {
        const height = views === 0 ? 1 : Math.max(3, (views / most) * HEIGHT);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the days are where they are
            key={day}
            data-none={views === 0 || undefined}
            x={day * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        );
      })}
    </svg>
  );
}

const PARTS: Record<SharePart, (count: number) => string> = {
  week: (count) => `${counted(count, 'week')} opened`,
  photo: (count) => `${counted(count, 'photo')} enlarged`,
  download: (count) => counted(count, 'download'),
};
const ORDER = ['week', 'photo', 'download'] as const;

type ViewFactsProps = { link: ShareLink; timeZone: string };

/** When a link was seen, what of it, and from where; nothing of one that nobody opened. */
export function ViewFacts({ link, timeZone }: ViewFactsProps) {
  const { lastViewedAt, looks, sites } = link;
  if (lastViewedAt === null) return null;
  const parts = ORDER.filter((part) => looks[part] > 0).map((part) => PARTS[part](looks[part]));
  return (
    <>
      <ViewChart viewsByDay={link.viewsByDay} />
      <div>Last seen {dateTime(lastViewedAt, timeZone)}</div>
      {parts.length > 0 ? <div>{parts.join(' · ')}</div> : null}
      {sites.length > 0 ? (
        <div style={{ overflowWrap: 'anywhere' }}>
          From {sites.map(({ site, views }) => `${site} (${views})`).join(', ')}
        </div>
      ) : null}
    </>
  );
}
