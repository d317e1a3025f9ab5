import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Pin, PinPlace, Shape } from '#domain/pins.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { newId, useDraft } from './pin-draft.ts';
import { changesOf, inputOf, PinFields, valuesOf } from './pin-fields.tsx';
import { isTransient } from '#web/lib/error-messages.ts';
import { unsentMessage, usePinActions } from './use-pins.ts';
import styles from './pins.module.css';

type PinFormProps = {
  projectId: string;
  place: PinPlace;
  drawing?: Shape[];
  /** The pin to change instead of creating one. */
  pin?: Pin;
  onDone: (pin: Pin) => void;
  onCancel: () => void;
};

/** What was typed is kept until it's saved or canceled, even if someone else changes the pin. */
export function PinForm({ projectId, place, drawing = [], pin, onDone, onCancel }: PinFormProps) {
  const name = pin?.id ?? (place.kind === 'file' ? place.fileId : place.submissionId);
  const { draft, change, clear, kept } = useDraft(`form/${name}`, () => ({
    ...valuesOf(pin),
    id: pin?.id ?? newId(),
    version: pin?.version ?? 0,
    before: valuesOf(pin),
    newText: '',
  }));
  const notify = useEffectEvent(() => {
    const next = pin ? 'Edit the pin' : 'Add a pin here';
    if (kept()?.text) toast.note('Your text is kept', `${next} to continue.`);
  });
  useEffect(() => () => notify(), []);
  const queryClient = useQueryClient();
  const { create, update } = usePinActions();
  const { isPending, error } = pin ? update : create;
  const { id, version, newText, before, ...values } = draft;
  const loadNewVersion = async () => {
    const latest = await queryClient.query(
      api.pins.get.queryOptions({ input: { id }, staleTime: 0 }),
    );
    change({ version: latest.version, before: valuesOf(latest), newText: latest.text });
  };
  const whenSent = {
    onSuccess: (saved: Pin) => {
      clear();
      onDone(saved);
    },
    onError: (failure: unknown) => {
      if (errorCode(failure) === 'PIN_CHANGED') void loadNewVersion();
    },
  };
  const send = () =>
    pin
      ? update.mutate({ id, version, ...changesOf(before, values) }, whenSent)
      : create.mutate({ id, place, drawing, ...inputOf(values) }, whenSent);
  return (
    <form
      className={styles.form}
      aria-label={pin ? 'Edit pin' : 'New pin'}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <PinFields {...{ projectId, values }} onChange={change} />
      {error ? (
        <p className={styles.wrong} role="alert">
          {unsentMessage(error)} {newText && `It now says “${newText}”.`}
        </p>
      ) : null}
      <div className={styles.buttons}>
        <button type="submit" className={styles.main} disabled={isPending}>
          {isTransient(error) ? 'Send Again' : 'Save Pin'}
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
