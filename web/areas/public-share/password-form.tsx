import styles from './shared-page.module.css';

type PasswordFormProps = { error: string | null; brandName: string };

/** What a link shows first that is protected by a password; a plain form, so that it needs no script. */
export function PasswordForm({ error, brandName }: PasswordFormProps) {
  const isWrong = error !== null;
  return (
    <main className={styles.gone}>
      <p className={styles.goneBrand}>{brandName}</p>
      <h1>Password Required</h1>
      <p>The person who sent you this link can give you the password.</p>
      <form method="post" className={styles.passwordForm}>
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
          <p id="password-error" role="alert" className={styles.passwordError}>
            {error}
          </p>
        ) : null}
        <button type="submit" className={styles.button}>
          Open
        </button>
      </form>
    </main>
  );
}
