import type { Page } from '@playwright/test';

type Named = { id: string; name: string };
type Photo = { id: string; fileName: string; alignment: { state: string } | null };

/** What the API answers to the one who is signed in. */
export const read = async <T>(page: Page, path: string) =>
  (await (await page.request.get(`/api${path}`)).json()) as T;

/** The path of the project of that name, and its viewpoints, as the one who is signed in may see them. */
export async function viewpointsIn(page: Page, name: string) {
  const { projects } = await read<{ projects: Named[] }>(page, '/projects');
  const project = `/projects/${projects.find((each) => each.name === name)?.id}`;
  const { viewpoints } = await read<{ viewpoints: Named[] }>(page, `${project}/viewpoints`);
  return { project, viewpoints };
}

/** The photos of a viewpoint, the oldest first. */
export const photosAt = async (page: Page, id: string | undefined) =>
  (await read<{ photos: Photo[] }>(page, `/viewpoints/${id}`)).photos;

/** How the photos of a viewpoint lie on its reference; undefined for those that nobody has looked at yet. */
export const statesAt = async (page: Page, id: string | undefined) =>
  (await photosAt(page, id)).map(({ alignment }) => alignment?.state);
