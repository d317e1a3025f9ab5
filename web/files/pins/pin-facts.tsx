import { IconCheck, IconMapPin, IconMessage } from '@tabler/icons-react';
import { PIN_KIND_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin } from '#domain/pins.ts';
import { date, dateTime, dayOf, videoTime } from '#web/lib/formats.ts';
import styles from './pins.module.css';

export const PIN_ICONS = { open: IconMapPin, answered: IconMessage, done: IconCheck };

export const isOverdue = ({ dueOn, state, timeZone }: Pin): boolean =>
  dueOn !== null && state !== 'done' && dueOn < dayOf(new Date().toISOString(), timeZone);

/** Without replies, for everyone who sees the pin. */
export function PinFacts({ pin }: { pin: Pin }) {
  const { kind, state, place, assignee, dueOn, timeZone } = pin;
  const Icon = PIN_ICONS[state];
  const facts = [
    kind !== 'approval' && PIN_KIND_LABELS[kind],
    pin.visibility === 'internal' && 'Only staff',
    pin.submissionTitle,
    place.kind === 'file' && place.seconds !== null && `at ${videoTime(place.seconds)}`,
  ];
  return (
    <>
      <p className={styles.meta}>
        <span className={styles.state}>
          <Icon size={14} aria-hidden /> {pinStateLabel(pin)}
        </span>
        {facts.filter(Boolean).join(' · ')}
      </p>
      <p className={styles.text}>{pin.text}</p>
      <p className={styles.meta}>
        {[pin.author, dateTime(pin.createdAt, timeZone)].filter(Boolean).join(' · ')}
      </p>
      {assignee ? <p className={styles.meta}>Assigned to {assignee.name}</p> : null}
      {dueOn ? (
        <p className={isOverdue(pin) ? styles.wrong : styles.meta}>
          {isOverdue(pin) ? 'Was due' : 'Due'} {date(dueOn, timeZone)}
        </p>
      ) : null}
    </>
  );
}
