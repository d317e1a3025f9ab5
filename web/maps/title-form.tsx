import { useRef, useState } from 'react';
import { tooLong } from '#domain/contact-messages.ts';
import { Field } from './controls.tsx';
import styles from './side.module.css';

type TitleFormProps = {
  label: string;
  action: string;
  start?: string;
  /** Rejects with an Error in words. */
  onTitle: (title: string) => Promise<unknown>;
};

/** Characters, as the server takes them. */
const LONGEST = 100;

/** A title to give; what was typed stays when it could not be saved. */
export function TitleForm({ label, action, start = '', onTitle }: TitleFormProps) {
  const [title, setTitle] = useState(start);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault();
    const text = title.trim();
    if (text === '') return setError('Give it a title.');
    if (text.length > LONGEST) {
      setError(tooLong(LONGEST));
      return field.current?.focus();
    }
    setBusy(true);
    setError(null);
    try {
      await onTitle(text);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.titleForm} noValidate>
      <Field label={label}>
        {(id) => (
          <input
            ref={field}
            id={id}
            className={`control ${styles.input}`}
            value={title}
            autoComplete="off"
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <button type="submit" className={styles.mainButton} disabled={isBusy}>
        {action}
      </button>
      {error === null ? null : (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      )}
    </form>
  );
}
