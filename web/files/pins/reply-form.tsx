import { useRef } from 'react';
import type { Pin, PinState } from '#domain/pins.ts';
import { newId, useDraft } from './pin-draft.ts';
import { Unsent } from './unsent.tsx';
import styles from './pins.module.css';
import { usePinActions } from './use-pins.ts';

type Action = { label: string; state?: PinState; needsText?: boolean };

function actionsFor({ kind, state, isMine, mayChange }: Pin): Action[] {
  const reply: Action = { label: 'Reply', needsText: true };
  const reopen: Action = { label: 'Reopen', state: 'open' };
  if (kind !== 'approval')
    return [reply, state === 'done' ? reopen : { label: 'Mark Done', state: 'done' }];
  if (!isMine) return mayChange && state !== 'open' ? [reply, reopen] : [reply];
  return [
    { label: 'Approve', state: 'done' },
    { label: 'Request Changes', state: 'answered', needsText: true },
    reply,
  ];
}

/** What was typed is kept until it's saved. */
export function ReplyForm({ pin }: { pin: Pin }) {
  const first = () => ({ replyId: newId(), text: '' });
  const { draft, change, clear } = useDraft(`reply/${pin.id}`, first);
  const { reply } = usePinActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = ({ state, needsText }: Action) => {
    if (needsText && !draft.text.trim()) return field.current?.focus();
    return reply.mutate({ id: pin.id, ...draft, ...(state && { state }) }, { onSuccess: clear });
  };
  const failed = reply.variables?.state;
  return (
    <form className={styles.form} aria-label="Reply" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor={`reply-${pin.id}`}>Reply</label>
      <textarea
        ref={field}
        id={`reply-${pin.id}`}
        className="control"
        rows={2}
        maxLength={5000}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Unsent error={reply.error} />
      <div className={styles.buttons}>
        {actionsFor(pin).map((action, index) => (
          <button
            key={action.label}
            type="button"
            className={index === 0 ? styles.main : 'control'}
            disabled={reply.isPending}
            onClick={() => send(action)}
          >
            {reply.error && failed === action.state ? 'Send Again' : action.label}
          </button>
        ))}
      </div>
    </form>
  );
}
