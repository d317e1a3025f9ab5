import { escapeHtml } from '#domain/html.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** More would delay the page's text on slow connections. */
const MAX_CHARACTERS = 40_000;

/** `text` is HTML shown before scripts run; `answers` is JSON by path and never rejects. */
export type EarlyContent = { text: string; answers: Promise<string> };

/** Leaves out refused and oversized responses. Returns null if access to the project is refused. */
export async function earlyContentOf(
  app: FastifyInstance,
  { headers: { cookie }, ip }: FastifyRequest,
  projectId: string,
): Promise<EarlyContent | null> {
  if (cookie === undefined) return null;
  const path = `/api/projects/${encodeURIComponent(projectId)}`;
  const fetchResponse = async (url: string): Promise<EarlyResponse> => {
    const asked = app.inject({ url, headers: { cookie }, remoteAddress: ip }).catch(() => null);
    const answer = await asked;
    return { url, text: answer?.statusCode === 200 ? answer.body : null };
  };
  const others = Promise.all([
    fetchResponse(`${path}/submissions`),
    fetchResponse(`${path}/comparison`),
  ]);
  const project = await fetchResponse(path);
  if (project.text === null) return null;
  const answers = joinResponses(project, others).catch(() => '{}');
  return { text: textOf(project.text), answers };
}

type EarlyResponse = { url: string; text: string | null };

async function joinResponses(
  project: EarlyResponse,
  others: Promise<EarlyResponse[]>,
): Promise<string> {
  const parts: string[] = [];
  let charactersLeft = MAX_CHARACTERS;
  for (const { url, text } of [project, ...(await others)]) {
    if (text === null || text.length > charactersLeft) continue;
    charactersLeft -= text.length;
    parts.push(`${JSON.stringify(url)}:${text}`);
  }
  return `{${parts.join()}}`;
}

function textOf(answer: string): string {
  const { name, description } = JSON.parse(answer) as { name: string; description: string | null };
  const text = description === null ? '' : `<p>${escapeHtml(description)}</p>`;
  return `<main class="early"><h1>${escapeHtml(name)}</h1>${text}</main>`;
}
