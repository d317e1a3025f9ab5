import { useId } from 'react';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { date } from '#web/lib/formats.ts';
import shared from './shared-page.module.css';

type SubmissionSelectProps = {
  label: string;
  name: 'week' | 'before';
  submissions: readonly SharedSubmission[];
  value: string;
  timeZone: string;
  onChange: (id: string) => void;
};

/** Works without JavaScript as a plain form. */
export function SubmissionSelect({
  label,
  name,
  submissions,
  value,
  timeZone,
  onChange,
}: SubmissionSelectProps) {
  const id = useId();
  return (
    <form className={`${shared.field} screen-only`}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="control"
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {submissions.map((submission) => (
          <option key={submission.id} value={submission.id}>
            {date(documentedDay(submission, timeZone), timeZone)} · {submission.title}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={shared.button}>
          Show
        </button>
      </noscript>
    </form>
  );
}
