import { useRef, useState } from 'react';
import type { Pin, PinState } from '#domain/pins.ts';
import { isTransient } from '#web/lib/error-messages.ts';
import { newId, useDraft } from './pin-draft.ts';
import styles from './pins.module.css';
import { unsentMessage, usePinActions } from './use-pins.ts';

/** `missing`: the error if the text is empty. */
type Action = { label: string; state?: PinState; missing?: string };

function actionsFor({ kind, state, isMine, mayChange }: Pin): Action[] {
  const reply: Action = { label: 'Reply', missing: 'Enter a reply.' };
  const reopen: Action = { label: 'Reopen', state: 'open' };
  if (kind !== 'approval')
    return [reply, state === 'done' ? reopen : { label: 'Mark Done', state: 'done' }];
  if (!isMine) return mayChange && state !== 'open' ? [reply, reopen] : [reply];
  const missing = 'Enter what to change.';
  const changes: Action = { label: 'Request Changes', state: 'answered', missing };
  return state === 'done'
    ? [reply, changes]
    : [{ label: 'Approve', state: 'done' }, changes, reply];
}

/** `sent` is the reply that may have arrived: sending the same one again saves it once. */
type ReplyDraft = { text: string; sent?: { id: string; of: string } };

/** What was typed is kept until it's saved. */
export function ReplyForm({ pin }: { pin: Pin }) {
  const first = (): ReplyDraft => ({ text: '' });
  const { draft, change, clear } = useDraft(`reply/${pin.id}`, first);
  const { reply, addPicture } = usePinActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const photo = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const send = ({ state, missing = '' }: Action) => {
    const isEmpty = missing !== '' && !draft.text.trim();
    setProblem(isEmpty ? missing : '');
    if (isEmpty) return field.current?.focus();
    const of = `${state}/${draft.text}`;
    const replyId = draft.sent?.of === of ? draft.sent.id : newId();
    change({ sent: { id: replyId, of } });
    const { text } = draft;
    return reply.mutate(
      { id: pin.id, replyId, text, ...(state && { state }) },
      { onSuccess: clear },
    );
  };
  const isFailed = ({ state }: Action) =>
    isTransient(reply.error) && reply.variables?.state === state;
  return (
    <form className={styles.form} aria-label="Reply" onSubmit={(event) => event.preventDefault()}>
      <label>
        Reply
        <textarea
          ref={field}
          className="control"
          rows={2}
          maxLength={5000}
          value={draft.text}
          aria-invalid={problem !== '' || undefined}
          onChange={(event) => {
            setProblem('');
            change({ text: event.target.value });
          }}
        />
      </label>
      {problem || reply.error ? (
        <p className={styles.wrong} role="alert">
          {problem || unsentMessage(reply.error)}
        </p>
      ) : null}
      <div className={styles.buttons}>
        {actionsFor(pin).map((action, index) => (
          <button
            key={action.label}
            type={index === 0 ? 'submit' : 'button'}
            className={index === 0 ? styles.main : 'control'}
            disabled={reply.isPending}
            onClick={() => send(action)}
          >
            {isFailed(action) ? 'Send Again' : action.label}
          </button>
        ))}
        <button
          type="button"
          className="control"
          disabled={addPicture.isPending}
          onClick={() => photo.current?.click()}
        >
          {addPicture.isPending ? 'Adding…' : 'Add Photo'}
        </button>
        <input
          ref={photo}
          type="file"
          accept="image/*"
          aria-label="Photo"
          hidden
          onChange={({ currentTarget }) => {
            const [body] = currentTarget.files ?? [];
            const params = { id: pin.id, replyId: newId() };
            if (body) addPicture.mutate({ params, body });
            currentTarget.value = '';
          }}
        />
      </div>
    </form>
  );
}
