import type { LogoBrand } from '#domain/public-site.ts';
import { useState, useSyncExternalStore } from 'react';
import { ProjectUnits, UnitsSettingProvider } from '#web/lib/use-units.ts';
import type { SharedContent } from './shared-data.ts';
import { SharedProjectPage } from './shared-project-page.tsx';
import { SharedSlider } from './shared-slider.tsx';
import { ADDRESSES } from '#web/lib/paths.ts';
import { ClosedPage } from './closed-page.tsx';
import shared from './shared-page.module.css';
import styles from './closed-page.module.css';
import { isUnitsChoice, type UnitsChoice } from '#domain/units.ts';

const KEY = 'overfly.units';
const listeners = new Set<() => void>();
let chosen: UnitsChoice | null = null;

function read(): UnitsChoice {
  if (chosen) return chosen;
  try {
    const kept = localStorage.getItem(KEY);
    chosen = isUnitsChoice(kept) ? kept : 'project';
  } catch {
    chosen = 'project';
  }
  return chosen;
}

function choose(choice: UnitsChoice): void {
  chosen = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useStoredUnits = () => ({
  choice: useSyncExternalStore(subscribe, read, (): UnitsChoice => 'project'),
  choose,
});

type LinkNotAvailableProps = { message: string; brand: LogoBrand };

/** Goes back to the previous page, or to the home page if there is none. */
const goBack = () => {
  const isFirst = window.history.length <= 1 || document.referrer === window.location.href;
  if (isFirst) window.location.assign(ADDRESSES.home);
  else window.history.back();
};

function LinkNotAvailable({ message, brand }: LinkNotAvailableProps) {
  return (
    <ClosedPage brand={brand} title="Link Not Available">
      <p>{message}</p>
      <button type="button" className={shared.button} onClick={goBack}>
        Go Back
      </button>
    </ClosedPage>
  );
}

export function SharedApp({ content }: { content: SharedContent }) {
  const units = useStoredUnits();
  const [gone, setGone] = useState('gone' in content ? content.gone : null);
  if ('locked' in content) return <PasswordForm {...content.locked} brand={content.brand} />;
  if (gone !== null || 'gone' in content) {
    return <LinkNotAvailable message={gone ?? ''} brand={content.brand} />;
  }
  const Screen = content.screen === 'slider' ? SharedSlider : SharedProjectPage;
  return (
    <UnitsSettingProvider value={units}>
      <ProjectUnits value={content.page.project.units}>
        <Screen data={content} onGone={setGone} />
      </ProjectUnits>
    </UnitsSettingProvider>
  );
}

type PasswordFormProps = { error: string | null; brand: LogoBrand };

/** A plain HTML form, so it works without JavaScript. */
function PasswordForm({ error, brand }: PasswordFormProps) {
  const isWrong = error !== null;
  return (
    <ClosedPage brand={brand} title="Password Required">
      <p>Ask the person who sent you this link for the password.</p>
      <form method="post" className={styles.form}>
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          className="control"
          autoComplete="off"
          required
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'password-error' : undefined}
        />
        {isWrong ? (
          <p id="password-error" role="alert" className={styles.error}>
            {error}
          </p>
        ) : null}
        <button type="submit" className={shared.button}>
          Open
        </button>
      </form>
    </ClosedPage>
  );
}
