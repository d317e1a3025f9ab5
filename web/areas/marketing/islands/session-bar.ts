import { SESSION_KEY } from '#web/lib/session-key.ts';
import { find } from './find.ts';

type StoredSession = { email: string; hasExpired: boolean };

export function startSessionBar(): void {
  const welcome = find('[data-welcome]', HTMLElement);
  if (!welcome) return;
  const show = (email: string | null) => {
    if (email) document.documentElement.dataset['session'] = 'open';
    else delete document.documentElement.dataset['session'];
    welcome.textContent = email ? `Welcome back, ${email}` : '';
  };
  const read = () => {
    const mirror = readStoredSession();
    show(mirror && !mirror.hasExpired ? mirror.email : null);
    // The stored copy may have expired even though the app has renewed the session.
    if (mirror?.hasExpired) void fetchWelcome().then(show);
  };
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) read();
  });
  read();
}

function readStoredSession(): StoredSession | null {
  try {
    const text = localStorage.getItem(SESSION_KEY);
    return text === null ? null : storedSessionOf(JSON.parse(text));
  } catch {
    // Storage is blocked or has invalid content: treat as signed out.
    return null;
  }
}

function storedSessionOf(session: unknown): StoredSession | null {
  if (typeof session !== 'object' || !session || !('user' in session)) return null;
  const { user } = session;
  if (typeof user !== 'object' || !user || !('email' in user)) return null;
  const until = 'expiresAt' in session ? Date.parse(String(session.expiresAt)) : Number.NaN;
  return { email: String(user.email), hasExpired: !(until > Date.now()) };
}

async function fetchWelcome(): Promise<string | null> {
  try {
    const answer = await fetch('/api/session');
    return answer.ok ? (storedSessionOf(await answer.json())?.email ?? null) : null;
  } catch {
    return null;
  }
}
