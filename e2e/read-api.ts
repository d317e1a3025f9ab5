import type { Page } from '@playwright/test';

type Named = { id: string; name: string };
type Photo = { id: string; fileName: string; alignment: { state: string } | null };

/** The API's response for the signed-in person. */
export const readApi = async <T>(page: Page, path: string) =>
  (await (await page.request.get(`/api${path}`)).json()) as T;

/** The path of a project by name, and its viewpoints as the signed-in person sees them. */
export async function projectViewpoints(page: Page, name: string) {
  const { projects } = await readApi<{ projects: Named[] }>(page, '/projects');
  const project = `/projects/${projects.find((each) => each.name === name)?.id}`;
  const { viewpoints } = await readApi<{ viewpoints: Named[] }>(page, `${project}/viewpoints`);
  return { project, viewpoints };
}

/** A viewpoint's photos, oldest first. */
export const photosOf = async (page: Page, id: string | undefined) =>
  (await readApi<{ photos: Photo[] }>(page, `/viewpoints/${id}`)).photos;

/** Alignment states of a viewpoint's photos; undefined while pending. */
export const alignmentStates = async (page: Page, id: string | undefined) =>
  (await photosOf(page, id)).map(({ alignment }) => alignment?.state);
