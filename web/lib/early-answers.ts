/** Answers that came with the page, by path; see early-page.ts. */
type EarlyAnswers = Map<string, Promise<Response>>;

/** How long after the start of the page they count, milliseconds. */
const FRESH = 30_000;

const answers = () => (window as { earlyAnswers?: EarlyAnswers }).earlyAnswers;

/**
 * The early answer to a request, once: whoever asks again wants another. Null without one that says
 * something: a session may have been renewed since.
 */
export async function takeEarlyAnswer({ method, url }: Request): Promise<Response | null> {
  const { pathname, search } = new URL(url);
  const early = method === 'GET' && search === '' ? answers()?.get(pathname) : undefined;
  if (!early) return null;
  answers()?.delete(pathname);
  const answer = await early.catch(() => null);
  return answer?.ok && performance.now() < FRESH ? answer : null;
}

/** They were meant for who was there then. */
export const forgetEarlyAnswers = (): void => answers()?.clear();
