import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { isStaffRole } from '#domain/roles.ts';
import {
  type ShareLink,
  type SharePart,
  type ShareLinkState,
  shareLinkState,
  type ShareSwitches,
} from '#domain/share-links.ts';
import { counted, dateAndAge, DEFAULT_TIME_ZONE, dateTime } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { TextLink } from '#web/ui/links.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { ShareLinkMenu, type ShareLinkMenuProps } from './share-link-menu.tsx';
import { nameOf, projectOf } from './share-link-names.ts';
import classes from './view-chart.module.css';

type Names = readonly (readonly [keyof ShareSwitches, string])[];

const PARTS: Names = [
  ['showPhotos', 'photos'],
  ['showVideos', 'videos'],
  ['showMaps', 'maps'],
  ['showDocuments', 'documents'],
];
const EXTRAS: Names = [
  ['showTimelapses', 'time-lapses'],
  ['allowDownload', 'downloads'],
  ['showPositions', 'photo positions'],
  ['showPins', 'pins'],
];

const namesOf = (link: ShareSwitches, names: Names): string[] =>
  names.flatMap(([key, name]) => (link[key] ? [name] : []));

function shownOf(link: ShareSwitches): string {
  const parts = namesOf(link, PARTS);
  const extras = namesOf(link, EXTRAS);
  const only = parts.length > 0 ? `Only ${parts.join(', ')}` : 'Project information only';
  return [
    ...(parts.length < PARTS.length ? [only] : []),
    extras.length > 0 ? `With ${extras.join(', ')}` : 'View only',
  ].join(' · ');
}

const BADGES: Record<ShareLinkState, { label: string; color: string }> = {
  active: { label: 'Active', color: 'green' },
  expired: { label: 'Expired', color: 'red' },
  disabled: { label: 'Disabled', color: 'gray' },
};

export function ShareLinkCard(props: ShareLinkMenuProps) {
  const { link, onCopy } = props;
  const now = useNow(link.expiresAt);
  const state = shareLinkState(link, now);
  return (
    <Card padding="md">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Text component="h2" fw={600} truncate>
              {nameOf(link)}
            </Text>
            <Text c="dimmed" truncate>
              <ProjectName link={link} />
              {link.submissionTitle ? ` · ${link.submissionTitle}` : ''}
            </Text>
          </div>
          <Badge color={BADGES[state].color} style={{ flex: 'none' }}>
            {BADGES[state].label}
          </Badge>
        </Group>
        {link.description ? (
          <Text c="dimmed" lineClamp={2}>
            {link.description}
          </Text>
        ) : null}
        <Facts link={link} now={now} />
        <Group justify="space-between" mt="auto" gap="xs" wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
            onClick={() => onCopy(link)}
          >
            Copy Link<span className="visually-hidden"> to {nameOf(link)}</span>
          </Button>
          <ShareLinkMenu {...props} />
        </Group>
      </Stack>
    </Card>
  );
}

function ProjectName({ link }: { link: ShareLink }) {
  const { user } = useSession();
  const name = projectOf(link);
  if (link.projectName === null || !user) return name;
  const { projectId } = link;
  return isStaffRole(user.role) ? (
    <TextLink inherit fw={400} to={ROUTES.operatorProject} params={{ projectId }}>
      {name}
    </TextLink>
  ) : (
    <TextLink inherit fw={400} to={ROUTES.project} params={{ id: projectId }}>
      {name}
    </TextLink>
  );
}

function Facts({ link, now }: { link: ShareLink; now: Date }) {
  const { expiresAt } = link;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  const timeZone = link.timeZone ?? DEFAULT_TIME_ZONE;
  return (
    <Text size="sm" c="dimmed" className="tabular" component="div">
      <div>
        {counted(link.viewCount, 'view')} · created {dateAndAge(link.createdAt, timeZone)}
      </div>
      <ViewFacts link={link} timeZone={timeZone} />
      {expiresAt ? (
        <Text inherit c={isOver ? 'red' : undefined}>
          {isOver ? 'Expired' : 'Expires'} {dateTime(expiresAt, timeZone)}
        </Text>
      ) : (
        <div>Never expires</div>
      )}
      {link.hasPassword ? <div>Password-protected</div> : null}
      {link.submissionIds ? (
        <div>{counted(link.submissionIds.length, 'submission')} only</div>
      ) : null}
      <div>{shownOf(link)}</div>
    </Text>
  );
}

const HEIGHT = 24;
const BAR = 4;
const GAP = 1;

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
            // oxlint-disable-next-line react/no-array-index-key -- the order of the days never changes
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

const VIEWED_PARTS: Record<SharePart, (count: number) => string> = {
  week: (count) => `${counted(count, 'week')} opened`,
  photo: (count) => `${counted(count, 'photo')} enlarged`,
  download: (count) => counted(count, 'download'),
};
const ORDER = ['week', 'photo', 'download'] as const;

type ViewFactsProps = { link: ShareLink; timeZone: string };

function ViewFacts({ link, timeZone }: ViewFactsProps) {
  const { lastViewedAt, looks, sites } = link;
  if (lastViewedAt === null) return null;
  const parts = ORDER.filter((part) => looks[part] > 0).map((part) =>
    VIEWED_PARTS[part](looks[part]),
  );
  return (
    <>
      <ViewChart viewsByDay={link.viewsByDay} />
      <div>Last viewed {dateTime(lastViewedAt, timeZone)}</div>
      {parts.length > 0 ? <div>{parts.join(' · ')}</div> : null}
      {sites.length > 0 ? (
        <div style={{ overflowWrap: 'anywhere' }}>
          From {sites.map(({ site, views }) => `${site} (${views})`).join(', ')}
        </div>
      ) : null}
    </>
  );
}
