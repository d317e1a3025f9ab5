import { ClosedPage } from './closed-page.tsx';
import styles from './password-form.module.css';
import shared from './shared-page.module.css';

type PasswordFormProps = { error: string | null; brandName: string };

/** What a link shows first that is protected by a password; a plain form, so that it needs no script. */
export function PasswordForm({ error, brandName }: PasswordFormProps) {
  const isWrong = error !== null;
  return (
    <ClosedPage brandName={brandName} title="Password Required">
      <p>The person who sent you this link can give you the password.</p>
      <form method="post" className={styles.form}>
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
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
