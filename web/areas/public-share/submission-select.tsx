import { useId } from 'react';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import styles from './week-select.module.css';

type WeekSelectProps = {
  label: string;
  submissions: readonly SharedSubmission[];
  value: string;
  timeZone: string;
  onChange: (id: string) => void;
};

/** A choice among submissions by their day and title. */
export function SubmissionSelect({
  label,
  submissions,
  value,
  timeZone,
  onChange,
}: WeekSelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {submissions.map((submission) => (
          <option key={submission.id} value={submission.id}>
            {date(documentedDay(submission, timeZone), timeZone)} · {submission.title}
          </option>
        ))}
      </select>
    </div>
  );
}
