import type { Pin, PinPlace, Shape } from '#domain/pins.ts';
import { newId, useDraft } from './pin-draft.ts';
import { inputOf, PinFields, valuesOf } from './pin-fields.tsx';
import { Unsent } from './unsent.tsx';
import styles from './pins.module.css';
import { usePinActions } from './use-pins.ts';

type PinFormProps = {
  projectId: string;
  place: PinPlace;
  drawing?: Shape[];
  onDone: (pin: Pin) => void;
  onCancel: () => void;
};

const keyOf = (place: PinPlace) => (place.kind === 'file' ? place.fileId : place.submissionId);

/** Creates a pin. What was typed is kept until it's saved or canceled. */
export function PinForm({ projectId, place, drawing = [], onDone, onCancel }: PinFormProps) {
  const first = () => ({ id: newId(), ...valuesOf() });
  const { draft, change, clear } = useDraft(`new/${keyOf(place)}`, first);
  const { create } = usePinActions();
  const send = () =>
    create.mutate(
      { id: draft.id, place, drawing, ...inputOf(draft) },
      {
        onSuccess: (pin) => {
          clear();
          onDone(pin);
        },
      },
    );
  return (
    <form
      className={styles.form}
      aria-label="New pin"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <PinFields {...{ projectId }} values={draft} onChange={change} />
      <Unsent error={create.error} />
      <div className={styles.buttons}>
        <button type="submit" className={styles.main} disabled={create.isPending}>
          {create.error ? 'Send Again' : 'Add Pin'}
        </button>
        <button
          type="button"
          className="control"
          onClick={() => {
            clear();
            onCancel();
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
