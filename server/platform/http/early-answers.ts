import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a page may carry, characters: more would keep its own words waiting on a bad line. */
const MOST_CHARACTERS = 40_000;

type Listed = { submissions?: { id: string }[] };

/**
 * The answers of the API that a project's page begins with, as JSON by path: the project, its weeks and
 * the files of the newest, asked for as the browser itself would, with its cookie. What is refused,
 * and what there is no room for, is left out; null when nothing is left.
 */
export async function earlyAnswers(
  app: FastifyInstance,
  { headers: { cookie }, ip }: FastifyRequest,
  projectId: string,
): Promise<string | null> {
  if (cookie === undefined) return null;
  const project = `/api/projects/${encodeURIComponent(projectId)}`;
  const ask = async (url: string) => {
    const answer = await app.inject({ url, headers: { cookie }, remoteAddress: ip });
    return { url, text: answer.statusCode === 200 ? answer.body : null };
  };
  const [first, weeks] = await Promise.all([ask(project), ask(`${project}/submissions`)]);
  const newest = weeks.text === null ? null : (JSON.parse(weeks.text) as Listed).submissions?.[0];
  const files = newest ? [await ask(`/api/submissions/${newest.id}/files`)] : [];
  const parts: string[] = [];
  let room = MOST_CHARACTERS;
  for (const { url, text } of [first, weeks, ...files]) {
    if (text === null || text.length > room) continue;
    room -= text.length;
    parts.push(`${JSON.stringify(url)}:${text}`);
  }
  return parts.length > 0 ? `{${parts.join()}}` : null;
}
