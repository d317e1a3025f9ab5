import { useOnReconnect } from '#web/ui/picture/use-small-first.ts';
import shared from './shared-page.module.css';
import styles from './closed-page.module.css';

type WaitingProps = { error: string | null; onRetry: () => void };

export function FilesLoading({ error, onRetry }: WaitingProps) {
  useOnReconnect(error !== null, onRetry);
  return (
    <div className={styles.waiting} role={error ? 'alert' : 'status'}>
      <p>{error ?? 'Loading...'}</p>
      {error ? (
        <button type="button" className={shared.button} onClick={onRetry}>
          Retry
        </button>
      ) : null}
    </div>
  );
}
