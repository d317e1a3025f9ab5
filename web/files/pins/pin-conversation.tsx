import { useState } from 'react';
import { pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin, PinReply } from '#domain/pins.ts';
import { loadErrorMessage } from '#web/lib/error-messages.ts';
import { date, dateTime } from '#web/lib/formats.ts';
import { PinEdit } from './pin-edit.tsx';
import { PinFacts } from './pin-facts.tsx';
import { ReplyForm } from './reply-form.tsx';
import styles from './pins.module.css';
import { pictureUrl, usePin, usePinActions } from './use-pins.ts';

type PinConversationProps = { pinId: string; onDeleted?: () => void };

/** A pin with its replies and everything the viewer may do with it. */
export function PinConversation({ pinId, onDeleted }: PinConversationProps) {
  const query = usePin(pinId);
  if (query.data) return <Conversation key={pinId} pin={query.data} {...{ onDeleted }} />;
  if (!query.isError) return <output className={styles.meta}>Loading...</output>;
  return (
    <div role="alert" className={styles.form}>
      <p className={styles.wrong}>{loadErrorMessage(query.error)}</p>
      <button type="button" className="control" onClick={() => void query.refetch()}>
        Retry
      </button>
    </div>
  );
}

type ConversationProps = {
  pin: Pin & { replies: PinReply[] };
  onDeleted: PinConversationProps['onDeleted'];
};

function Conversation({ pin, onDeleted }: ConversationProps) {
  const [isEditing, setEditing] = useState(false);
  const { remove } = usePinActions();
  const { id, guest, replies, mayChange } = pin;
  return (
    <article className={styles.conversation} aria-label="Pin">
      {isEditing ? <PinEdit pin={pin} onClose={() => setEditing(false)} /> : <PinFacts pin={pin} />}
      {mayChange && !isEditing ? (
        <div className={styles.buttons}>
          <button type="button" className="control" onClick={() => setEditing(true)}>
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
        </div>
      ) : null}
      {guest ? <GuestLink {...{ pin, guest }} /> : null}
      <ol className={styles.replies} aria-label="Replies">
        {replies.map((reply) => (
          <Reply key={reply.id} {...{ pin, reply }} />
        ))}
      </ol>
      <ReplyForm pin={pin} />
    </article>
  );
}

function Reply({ pin, reply }: { pin: Pin; reply: PinReply }) {
  const { id, text, state, author, hasPicture, createdAt } = reply;
  return (
    <li>
      <p className={styles.meta}>
        {author ? <strong>{author}</strong> : null} {dateTime(createdAt, pin.timeZone)}
      </p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {hasPicture ? <img src={pictureUrl(id)} alt="" loading="lazy" /> : null}
      {state ? (
        <p className={styles.meta}>Changed to “{pinStateLabel({ kind: pin.kind, state })}”</p>
      ) : null}
    </li>
  );
}

function GuestLink({ pin, guest }: { pin: Pin; guest: NonNullable<Pin['guest']> }) {
  const { revokeGuest } = usePinActions();
  const views = guest.views === 1 ? 'Opened once' : `Opened ${guest.views} times`;
  if (!guest.isOpen)
    return (
      <p className={styles.meta}>The link no longer works. {guest.views > 0 && `${views}.`}</p>
    );
  return (
    <div className={styles.guest}>
      <p className={styles.meta}>
        Link by email until {date(guest.expiresAt, pin.timeZone)}.{' '}
        {guest.views > 0 ? views : 'Not opened yet'}.
      </p>
      <button
        type="button"
        className="control"
        disabled={revokeGuest.isPending}
        onClick={() => revokeGuest.mutate({ id: pin.id })}
      >
        Revoke Link
      </button>
    </div>
  );
}
