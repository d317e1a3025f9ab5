import styles from './waiting.module.css';

/** In the place of a map that is on its way. */
export function MapWaiting() {
  return (
    <div className={`${styles.waiting} screen-only`}>
      <output>Loading map...</output>
    </div>
  );
}
