import { useId } from 'react';
import { PIN_KIND_LABELS } from '#domain/pin-texts.ts';
import type { Pin, PinKind } from '#domain/pins.ts';
import { isStaffRole } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { Choice } from '#web/ui/choice.tsx';
import styles from './pins.module.css';
import { usePinPeople } from './use-pins.ts';

export type PinValues = {
  text: string;
  kind: PinKind;
  /** The ID of a person, `GUEST`, or nobody. */
  assignee: string;
  email: string;
  dueOn: string;
  isInternal: boolean;
};

const GUEST = 'guest';
const KINDS = (['note', 'question', 'todo'] as const).map(
  (kind) => [kind, PIN_KIND_LABELS[kind]] as const,
);

export const valuesOf = (pin?: Pin): PinValues => ({
  text: pin?.text ?? '',
  kind: pin?.kind ?? 'note',
  assignee: pin?.assignee ? (pin.assignee.personId ?? GUEST) : '',
  email: (pin?.assignee?.personId === null && pin.assignee.name) || '',
  dueOn: pin?.dueOn ?? '',
  isInternal: pin?.visibility === 'internal',
});

/** The values as the API expects them. */
export const inputOf = ({ text, kind, assignee, email, dueOn, isInternal }: PinValues) => ({
  text,
  kind,
  assignee: assignee === GUEST ? { email: email.trim() } : assignee ? { personId: assignee } : null,
  dueOn: dueOn || null,
  visibility: isInternal ? ('internal' as const) : ('project' as const),
});

type PinFieldsProps = {
  projectId: string;
  values: PinValues;
  onChange: (changes: Partial<PinValues>) => void;
};

/** The text; everything else under "More". */
export function PinFields({ projectId, values, onChange }: PinFieldsProps) {
  const id = useId();
  const { user } = useSession();
  const isStaff = user !== null && isStaffRole(user.role);
  const people = usePinPeople(projectId).data?.people ?? [];
  const { text, kind, assignee, email, dueOn, isInternal } = values;
  const isApproval = kind === 'approval';
  const choices = people.filter((person) =>
    isApproval ? !person.isStaff : person.isStaff || !isInternal,
  );
  return (
    <>
      <label htmlFor={`${id}text`}>Text</label>
      <textarea
        id={`${id}text`}
        className="control"
        rows={4}
        required
        maxLength={5000}
        placeholder="Type @ and a name to notify someone"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button or key
        autoFocus
        value={text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <details open={isApproval || assignee !== '' || dueOn !== '' || undefined}>
        <summary>More</summary>
        {isApproval ? null : (
          <Choice
            label="Kind"
            options={KINDS}
            value={kind}
            onChange={(next) => onChange({ kind: next })}
          />
        )}
        <label htmlFor={`${id}assignee`}>Assignee</label>
        <select
          id={`${id}assignee`}
          className="control"
          value={assignee}
          onChange={(event) => onChange({ assignee: event.target.value })}
        >
          {isApproval ? null : <option value="">Nobody</option>}
          {choices.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
          {isApproval || isInternal ? null : <option value={GUEST}>Someone else, by email</option>}
        </select>
        {assignee === GUEST ? (
          <>
            <label htmlFor={`${id}email`}>Email address</label>
            <input
              id={`${id}email`}
              className="control"
              type="email"
              required
              maxLength={254}
              aria-describedby={`${id}hint`}
              value={email}
              onChange={(event) => onChange({ email: event.target.value })}
            />
            <small id={`${id}hint`}>They get a link to this pin only.</small>
          </>
        ) : null}
        <label htmlFor={`${id}due`}>Due</label>
        <input
          id={`${id}due`}
          className="control"
          type="date"
          value={dueOn}
          onChange={(event) => onChange({ dueOn: event.target.value })}
        />
        {isStaff && !isApproval ? (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isInternal}
              onChange={(event) => onChange({ isInternal: event.target.checked })}
            />
            Only staff
          </label>
        ) : null}
      </details>
    </>
  );
}
