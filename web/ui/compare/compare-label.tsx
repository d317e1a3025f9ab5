import styles from './compare-label.module.css';

type CompareLabelProps = {
  side: 'before' | 'after';
  /** Whether a long text breaks instead of being cut off. */
  isWhole?: boolean;
  /** Whether the picture of this side is not to be seen right now. */
  isFaint?: boolean;
  children: string;
};

/** Says on two pictures that lie on one another which week one of them is of. */
export const CompareLabel = ({ side, isWhole, isFaint, children }: CompareLabelProps) => (
  <span
    className={styles.label}
    data-side={side}
    data-whole={isWhole || undefined}
    data-faint={isFaint || undefined}
  >
    {children}
  </span>
);
