import { Badge, Group, Text } from '@mantine/core';
import { IconCalendarCheck, IconMap2 } from '@tabler/icons-react';
import { PIN_KIND_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin } from '#domain/pins.ts';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { date } from '#web/lib/formats.ts';
import type { ROUTES } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { isOverdue } from './pin-facts.tsx';
import classes from './pin-table.module.css';

const COLORS = { open: 'yellow', answered: 'blue', done: 'green' };

/** `route` is the page of a pin. */
export const pinColumns = (route: (typeof ROUTES)['pin' | 'operatorPin']): Column<Pin>[] => [
  {
    key: 'text',
    header: 'Pin',
    kind: 'heading',
    render: (pin) => (
      <Group gap="sm" wrap="nowrap" miw="14rem">
        <PinThumb pin={pin} />
        <div>
          <TextLink to={route} params={{ pinId: pin.id }} size="sm" lineClamp={2}>
            {pin.text}
          </TextLink>
          <Text size="xs" c="dimmed">
            {PIN_KIND_LABELS[pin.kind]}
            {pin.visibility === 'internal' ? ' · Only staff' : null}
          </Text>
        </div>
      </Group>
    ),
  },
  {
    key: 'project',
    header: 'Project',
    isName: true,
    isSortable: true,
    render: (pin) => <TwoLines first={pin.projectName} second={pin.submissionTitle} />,
  },
  {
    key: 'assignee',
    header: 'Assignee',
    width: 160,
    isName: true,
    render: ({ assignee }) => assignee?.name ?? '–',
  },
  {
    key: 'due',
    header: 'Due',
    width: 130,
    isSortable: true,
    render: (pin) =>
      pin.dueOn ? (
        <Text component="div" inherit c={isOverdue(pin) ? 'red' : undefined}>
          <TwoLines
            first={date(pin.dueOn, pin.timeZone)}
            second={isOverdue(pin) ? 'Overdue' : null}
          />
        </Text>
      ) : (
        '–'
      ),
  },
  {
    key: 'created',
    header: 'Created',
    width: 130,
    isSortable: true,
    render: ({ createdAt, timeZone }) => date(createdAt, timeZone),
  },
  {
    key: 'state',
    header: 'State',
    width: 180,
    render: (pin) => <Badge color={COLORS[pin.state]}>{pinStateLabel(pin)}</Badge>,
  },
];

const TwoLines = ({ first, second }: { first: string; second: string | null }) => (
  <>
    {first}
    <Text size="xs" opacity={0.8}>
      {second}
    </Text>
  </>
);

/** The spot at the picture's own size, or an icon. */
function PinThumb({ pin: { place, photo } }: { pin: Pin }) {
  const preset = presetFor(photo?.presets ?? [], 512);
  const Icon = place.kind === 'map' ? IconMap2 : IconCalendarCheck;
  return (
    <span className={classes.thumb}>
      {place.kind === 'file' && photo && preset !== null ? (
        <img
          src={pictureUrl(photo.mediaUrl, preset)}
          alt=""
          loading="lazy"
          style={{ objectPosition: `${place.x * 100}% ${place.y * 100}%` }}
        />
      ) : (
        <Icon size={24} stroke={1.5} aria-hidden />
      )}
      {place.kind === 'file' ? <Marker {...place} /> : null}
    </span>
  );
}

export const Marker = ({ x, y }: { x: number; y: number }) => (
  <span className={classes.marker} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
);
