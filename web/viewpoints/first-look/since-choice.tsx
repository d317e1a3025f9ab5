import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import classes from './first-look.module.css';
import { sinceLast } from './since.ts';

type SinceChoiceProps = {
  /** Newest first. */
  weeks: readonly Submission[];
  shown: Submission;
  timeZone: string;
  /** 'start', or the ID of a week. */
  since: string | undefined;
  onChange: (since: string | undefined) => void;
};

/** Chooses since when changes are shown; nothing if there is no choice. */
export function SinceChoice({ weeks, shown, timeZone, since, onChange }: SinceChoiceProps) {
  const before = weeks.slice(weeks.indexOf(shown) + 1);
  const earlier = before.filter(({ photoCount }) => photoCount > 0);
  const [previous] = earlier;
  if (!previous || earlier.length < 2) return null;
  const day = (week: Submission) => documentedDay(week, timeZone);
  const isDate = earlier.some(({ id }) => id === since);
  return (
    <fieldset className={classes.since}>
      <legend className="visually-hidden">Changes</legend>
      <button type="button" aria-pressed={!since} onClick={() => onChange(undefined)}>
        {sinceLast(day(shown), day(previous))}
      </button>
      <button type="button" aria-pressed={since === 'start'} onClick={() => onChange('start')}>
        Since the start
      </button>
      <select
        aria-label="Since a date"
        value={isDate ? since : ''}
        data-chosen={isDate || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          Pick a date
        </option>
        {earlier.map((week) => (
          <option key={week.id} value={week.id}>
            Since {date(day(week), timeZone)}
          </option>
        ))}
      </select>
    </fieldset>
  );
}
