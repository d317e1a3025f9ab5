/** Responses requested by early-page.ts before the app loaded, by path. */
type EarlyAnswers = Map<string, Promise<Response>>;

/** Milliseconds after page load. */
const MAX_AGE_MS = 30_000;

const answers = () => (window as { earlyAnswers?: EarlyAnswers }).earlyAnswers;

/** The early response to a request, usable once. Null if it failed: the session may have been renewed since. */
export async function takeEarlyResponse({ method, url }: Request): Promise<Response | null> {
  const { pathname, search } = new URL(url);
  const early = method === 'GET' && search === '' ? answers()?.get(pathname) : undefined;
  if (!early) return null;
  answers()?.delete(pathname);
  const answer = await early.catch(() => null);
  return answer?.ok && performance.now() < MAX_AGE_MS ? answer : null;
}

/** Called when the person changes: the responses were for the previous one. */
export const clearEarlyResponses = (): void => answers()?.clear();
