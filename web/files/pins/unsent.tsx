import { unsentMessage } from './use-pins.ts';
import styles from './pins.module.css';

export const Unsent = ({ error }: { error: unknown }) =>
  error ? (
    <p className={styles.wrong} role="alert">
      {unsentMessage(error)}
    </p>
  ) : null;
