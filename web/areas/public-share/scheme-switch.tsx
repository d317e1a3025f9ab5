import styles from './scheme-switch.module.css';

/** What color-scheme.js reads before the first paint, and the app too. */
const STORAGE_KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

function switchScheme(): void {
  const next = document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'light' : 'dark';
  document.documentElement.setAttribute(ATTRIBUTE, next);
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
}

/** From light to dark and back; which of the two signs is seen is up to the style sheet. */
export function SchemeSwitch() {
  const sign = {
    viewBox: '0 0 24 24',
    width: 20,
    height: 20,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.75,
  };
  return (
    <button
      type="button"
      className={styles.scheme}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      onClick={switchScheme}
    >
      <svg {...sign} data-sign="moon" aria-hidden>
        <path d="M12 3a6.5 6.5 0 0 0 9 9 9 9 0 1 1-9-9Z" strokeLinejoin="round" />
      </svg>
      <svg {...sign} data-sign="sun" aria-hidden strokeLinecap="round">
        <circle cx="12" cy="12" r="4" />
        <path d="M12 3v1M12 20v1M3 12h1M20 12h1M5.6 5.6l.7.7M17.7 17.7l.7.7M5.6 18.4l.7-.7M17.7 6.3l.7-.7" />
      </svg>
    </button>
  );
}
