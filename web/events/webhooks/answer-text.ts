type Tried = { status: number | null; error: string | null };

const REDIRECTS = [301, 302, 303, 307, 308];

/** What came of a try to deliver a message; why a redirect is none, its number alone does not tell. */
export function answerText({ status, error }: Tried): string {
  if (status === null) return error ?? '';
  const why = REDIRECTS.includes(status) ? ': it redirects, which is not followed' : '';
  return `Status ${status}${why}`;
}
