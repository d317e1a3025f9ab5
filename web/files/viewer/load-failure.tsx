import styles from './viewer.module.css';

export function LoadFailure({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className={styles.notice} role="alert">
      <p>{message}</p>
      {onRetry ? (
        <button
          type="button"
          className={styles.plainButton}
          onClick={onRetry}
          // Keeps a click on the button from dragging the picture underneath.
          onPointerDown={(event) => event.stopPropagation()}
        >
          Retry
        </button>
      ) : null}
    </div>
  );
}
