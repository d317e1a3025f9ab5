import { PIN_KIND_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin } from '#domain/pins.ts';
import { date, dateTime, dayOf, videoTime } from '#web/lib/formats.ts';
import { PinIcon } from './pin-icon.tsx';
import styles from './pins.module.css';

const isOverdue = ({ dueOn, state, timeZone }: Pin, now = new Date()): boolean =>
  dueOn !== null && state !== 'done' && dueOn < dayOf(now.toISOString(), timeZone);

/** For example 'Due Nov 14, 2026'; null without a due day. */
export const pinDueText = (pin: Pin): string | null =>
  pin.dueOn && `${isOverdue(pin) ? 'Was due' : 'Due'} ${date(pin.dueOn, pin.timeZone)}`;

/** Without replies, for everyone who sees the pin. */
export function PinFacts({ pin }: { pin: Pin }) {
  const { kind, state, place, author, assignee, visibility, timeZone } = pin;
  const seconds = place.kind === 'file' ? place.seconds : null;
  const due = pinDueText(pin);
  return (
    <>
      <p className={styles.meta}>
        <span className={styles.state} data-state={state}>
          <PinIcon state={state} />
          {pinStateLabel(pin)}
        </span>
        {[
          kind !== 'approval' && PIN_KIND_LABELS[kind],
          visibility === 'internal' && 'Only staff',
          pin.submissionTitle,
          seconds !== null && `at ${videoTime(seconds)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={styles.text}>{pin.text}</p>
      <p className={styles.meta}>
        {[author, dateTime(pin.createdAt, timeZone)].filter(Boolean).join(' · ')}
      </p>
      {assignee || due ? (
        <p className={styles.meta}>
          {assignee ? `Assigned to ${assignee.name}` : null}
          {assignee && due ? ' · ' : null}
          {due ? <span className={isOverdue(pin) ? styles.wrong : undefined}>{due}</span> : null}
        </p>
      ) : null}
    </>
  );
}
