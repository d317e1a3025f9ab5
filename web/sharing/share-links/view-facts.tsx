import type { ShareLink, SharePart } from '#domain/share-links.ts';
import { counted, dateTime } from '#web/lib/formats.ts';
import { ViewChart } from './view-chart.tsx';

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
