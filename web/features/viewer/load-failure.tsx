import styles from './viewer.module.css';

/** Says what could not be loaded, and tries again. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.notice} role="alert">
      <p>{message}</p>
      <button
        type="button"
        className={styles.plainButton}
        onClick={onRetry}
        // Not the beginning of a drag of the picture below.
        onPointerDown={(event) => event.stopPropagation()}
      >
        Retry
      </button>
    </div>
  );
}
