import { useState } from 'react';
import { pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin, PinReply } from '#domain/pins.ts';
import { loadErrorMessage } from '#web/lib/error-messages.ts';
import { date, dateTime } from '#web/lib/formats.ts';
import { PinForm } from './pin-form.tsx';
import { PinFacts } from './pin-facts.tsx';
import { ReplyForm } from './reply-form.tsx';
import styles from './pins.module.css';
import { pictureUrl, usePin, usePinActions } from './use-pins.ts';

type PinConversationProps = { pinId: string; onDeleted?: () => void };

/** A pin with its replies and everything the viewer may do with it. */
export function PinConversation({ pinId, onDeleted }: PinConversationProps) {
  const { remove, revokeGuest } = usePinActions();
  const isDeleted = remove.variables?.id === pinId && !remove.isError;
  const { data: pin, error } = usePin(pinId, !isDeleted);
  const [editedId, setEditedId] = useState<string | null>(null);
  if (!pin)
    return (
      <output className={error ? styles.wrong : styles.meta}>
        {error ? loadErrorMessage(error) : 'Loading...'}
      </output>
    );
  const { id, guest, mayChange } = pin;
  const isEditing = editedId === id;
  const close = () => setEditedId(null);
  return (
    <article key={id} className={styles.conversation} aria-label="Pin">
      {isEditing ? (
        <PinForm {...pin} {...{ pin, onDone: close, onCancel: close }} />
      ) : (
        <PinFacts pin={pin} />
      )}
      {guest ? <p className={styles.meta}>{guestText(pin, guest)}</p> : null}
      {mayChange && !isEditing ? (
        <div className={styles.buttons}>
          <button type="button" className="control" onClick={() => setEditedId(id)}>
            Edit
          </button>
          <button
            type="button"
            className="control"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ id }, { onSuccess: onDeleted })}
          >
            Delete
          </button>
          {guest?.isOpen ? (
            <button type="button" className="control" onClick={() => revokeGuest.mutate({ id })}>
              Revoke Link
            </button>
          ) : null}
        </div>
      ) : null}
      <ol className={styles.replies} aria-label="Replies">
        {pin.replies.map((reply) => (
          <Reply key={reply.id} {...{ pin, reply }} />
        ))}
      </ol>
      <ReplyForm pin={pin} />
    </article>
  );
}

function guestText({ timeZone }: Pin, { isOpen, expiresAt, views }: NonNullable<Pin['guest']>) {
  const opened =
    views === 0 ? 'not opened yet' : views === 1 ? 'opened once' : `opened ${views} times`;
  return isOpen
    ? `Link works until ${date(expiresAt, timeZone)}, ${opened}`
    : `Link no longer works, ${opened}`;
}

function Reply({ pin, reply }: { pin: Pin; reply: PinReply }) {
  const { id, text, state, author, hasPicture, createdAt } = reply;
  return (
    <li>
      <p className={styles.meta}>
        {author ? <strong>{author}</strong> : null} {dateTime(createdAt, pin.timeZone)}
      </p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {hasPicture ? <img src={pictureUrl(id)} alt="Attached" loading="lazy" /> : null}
      {state ? (
        <p className={styles.meta}>Changed to “{pinStateLabel({ kind: pin.kind, state })}”</p>
      ) : null}
    </li>
  );
}
