import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { Email } from '#domain/accounts.ts';
import { PIN_KIND_LABELS } from '#domain/pin-texts.ts';
import { type Pin, type PinKind, PinText } from '#domain/pins.ts';
import { isStaffRole } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session.ts';
import { Choice } from '#web/ui/choice.tsx';
import styles from './pins.module.css';

const GUEST = 'guest';
const KINDS = (['note', 'question', 'todo'] as const).map(
  (kind) => [kind, PIN_KIND_LABELS[kind]] as const,
);

/** `assignee` is the ID of a person, `GUEST` or ''. */
type Values = Record<'text' | 'assignee' | 'email' | 'dueOn', string> & {
  kind: PinKind;
  isInternal: boolean;
};

export const valuesOf = (pin?: Pin): Values => ({
  text: pin?.text ?? '',
  kind: pin?.kind ?? 'note',
  assignee: pin?.assignee ? (pin.assignee.personId ?? GUEST) : '',
  email: (pin?.assignee?.personId === null && pin.assignee.name) || '',
  dueOn: pin?.dueOn ?? '',
  isInternal: pin?.visibility === 'internal',
});

/** The values as the API expects them. */
export const inputOf = ({ text, kind, assignee, email, dueOn, isInternal }: Values) => ({
  text,
  kind,
  assignee: assignee === GUEST ? { email: email.trim() } : assignee ? { personId: assignee } : null,
  dueOn: dueOn || null,
  visibility: isInternal ? ('internal' as const) : ('project' as const),
});
type Input = ReturnType<typeof inputOf>;

/** Only what differs: sending an email address again would send the guest a new link. */
export function changesOf(before: Values, after: Values): Partial<Input> {
  const old: Record<string, unknown> = inputOf(before);
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name]);
  return Object.fromEntries(Object.entries(inputOf(after)).filter(isChanged));
}

/** A ref: the browser shows the schema's message at the field. It has its own message for an empty field. */
const checkedBy =
  (schema: z.ZodType) =>
  (field: HTMLInputElement | HTMLTextAreaElement | null): void =>
    field?.setCustomValidity(
      (field.value && schema.safeParse(field.value).error?.issues[0]?.message) || '',
    );

type PinFieldsProps = {
  projectId: string;
  values: Values;
  onChange: (changes: Partial<Values>) => void;
};

/** The text; everything else under "More". */
export function PinFields({ projectId, values, onChange }: PinFieldsProps) {
  const { user } = useSession();
  const { data } = useQuery(api.pins.people.queryOptions({ input: { projectId } }));
  const { kind, assignee, dueOn, isInternal } = values;
  const isApproval = kind === 'approval';
  const people = data?.people.filter(({ isStaff }) =>
    isApproval ? !isStaff : isStaff || !isInternal,
  );
  const field = (name: 'text' | 'assignee' | 'email' | 'dueOn') => ({
    className: 'control',
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <label>
        Text
        <textarea
          {...field('text')}
          ref={checkedBy(PinText)}
          rows={4}
          required
          maxLength={5000}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button or key
          autoFocus
        />
        <small>Type @ and a name to notify someone.</small>
      </label>
      <details open={assignee !== '' || dueOn !== '' || undefined}>
        <summary>More</summary>
        <div className={styles.form}>
          {' '}
          {isApproval ? null : (
            <Choice
              label="Kind"
              options={KINDS}
              value={kind}
              onChange={(to) => onChange({ kind: to })}
            />
          )}
          <label>
            Assignee
            <select {...field('assignee')}>
              {isApproval ? null : <option value="">Nobody</option>}
              {people?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {isApproval || isInternal ? null : (
                <option value={GUEST}>Someone else, by email</option>
              )}
            </select>
          </label>
          {assignee === GUEST ? (
            <label>
              Email address
              <input
                {...field('email')}
                ref={checkedBy(Email)}
                type="email"
                required
                maxLength={254}
              />
              <small>They get a link to this pin only.</small>
            </label>
          ) : null}
          <label>
            Due
            <input {...field('dueOn')} type="date" max="9999-12-31" />
          </label>
          {user && isStaffRole(user.role) && !isApproval ? (
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={isInternal}
                // Staff may not be able to assign it to the same person.
                onChange={({ target }) => onChange({ isInternal: target.checked, assignee: '' })}
              />
              Only staff
            </label>
          ) : null}
        </div>{' '}
      </details>
    </>
  );
}
