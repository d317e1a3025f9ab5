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

type PinRoute = (typeof ROUTES)['pin' | 'operatorPin'];

const COLORS = { open: 'yellow', answered: 'blue', done: 'green' };
const dayOf = (pin: Pin, day: string) => date(day, pin.timeZone);
const createdOf = (pin: Pin) => dayOf(pin, pin.createdAt);
const assigneeOf = ({ assignee }: Pin) => assignee?.name ?? '–';
const weekOf = (pin: Pin) => `${pin.projectName} · ${pin.submissionTitle}`;
const badgeOf = (pin: Pin) => <Badge color={COLORS[pin.state]}>{pinStateLabel(pin)}</Badge>;

export const pinColumns = (route: PinRoute): Column<Pin>[] => [
  { key: 'text', header: 'Pin', kind: 'heading', render: (pin) => <Heading {...{ pin, route }} /> },
  { key: 'project', header: 'Project', isName: true, isSortable: true, render: weekOf },
  { key: 'assignee', header: 'Assignee', width: 180, isName: true, render: assigneeOf },
  { key: 'due', header: 'Due', width: 130, isSortable: true, render: (pin) => <Due pin={pin} /> },
  { key: 'created', header: 'Created', width: 130, isSortable: true, render: createdOf },
  { key: 'state', header: 'State', width: 180, render: badgeOf },
];

const Heading = ({ pin, route }: { pin: Pin; route: PinRoute }) => (
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
);

function Due({ pin }: { pin: Pin }) {
  if (pin.dueOn === null) return '–';
  if (!isOverdue(pin)) return dayOf(pin, pin.dueOn);
  return (
    <Text inherit c="red" fw={600}>
      {dayOf(pin, pin.dueOn)} (overdue)
    </Text>
  );
}

/** The spot at the picture's own size, or an icon. */
function PinThumb({ pin: { place, photo } }: { pin: Pin }) {
  const preset = presetFor(photo?.presets ?? [], 512);
  if (place.kind !== 'file' || !photo || preset === null) {
    const Icon = place.kind === 'map' ? IconMap2 : IconCalendarCheck;
    return <Icon className={classes.thumb} stroke={1.5} aria-hidden />;
  }
  const style = { objectPosition: `${place.x * 100}% ${place.y * 100}%` };
  return (
    <span className={classes.thumb}>
      <img src={pictureUrl(photo.mediaUrl, preset)} alt="" loading="lazy" style={style} />
      <Marker {...place} />
    </span>
  );
}

export const Marker = ({ x, y }: { x: number; y: number }) => (
  <span className={classes.marker} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
);
