import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pin } from '#domain/pins.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { useDraft } from './pin-draft.ts';
import { inputOf, PinFields, valuesOf } from './pin-fields.tsx';
import { Unsent } from './unsent.tsx';
import styles from './pins.module.css';
import { usePinActions } from './use-pins.ts';

/** Changes a pin. If someone else changed it, shows their text and keeps what was typed. */
export function PinEdit({ pin, onClose }: { pin: Pin; onClose: () => void }) {
  const { id, version, projectId } = pin;
  const queryClient = useQueryClient();
  const { update } = usePinActions();
  const [changedTo, setChangedTo] = useState<string | null>(null);
  const { draft, change, clear } = useDraft(`edit/${id}`, () => ({
    base: { ...inputOf(valuesOf(pin)), version },
    ...valuesOf(pin),
  }));
  const close = () => {
    clear();
    onClose();
  };
  const loadChanged = async () => {
    const options = api.pins.get.queryOptions({ input: { id } });
    const latest = await queryClient.query({ ...options, staleTime: 0 });
    change({ base: { ...inputOf(valuesOf(latest)), version: latest.version } });
    setChangedTo(latest.text);
  };
  const save = () =>
    update.mutate(
      { id, version: draft.base.version, ...changesOf(draft.base, inputOf(draft)) },
      {
        onSuccess: close,
        onError: (error) => {
          if (errorCode(error) === 'PIN_CHANGED') void loadChanged();
        },
      },
    );
  return (
    <form
      className={styles.form}
      aria-label="Edit pin"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PinFields projectId={projectId} values={draft} onChange={change} />
      <Unsent error={update.error} />
      {changedTo === null ? null : <p className={styles.meta}>It now says “{changedTo}”.</p>}
      <div className={styles.buttons}>
        <button type="submit" className={styles.main} disabled={update.isPending}>
          Save
        </button>
        <button type="button" className="control" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type Input = ReturnType<typeof inputOf>;

/** Only what differs: sending an email address again would send the guest a new link. */
const changesOf = (before: Input, after: Input): Partial<Input> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Input]),
    ),
  );
