import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureUrl, videoUrl } from '#domain/pictures.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  makeVideo,
} from '#test/factories.ts';
import { buildSharedSite, type SharedSite } from '#test/fixtures/shared-site.ts';

let product: SharedSite;

beforeAll(async () => {
  product = await buildSharedSite();
});
afterAll(() => product.close());

/** A share link, its owner, and a project with a photo and a video in each of two submissions. */
async function makeShare() {
  const { ctx } = product;
  const { project, client: owner } = await makeProjectWithPeople(ctx);
  for (const week of [1, 2]) {
    const title = `Week ${week}`;
    const submission = await makeSubmission(ctx, project.id, { published: true, title });
    await makeFile(ctx, submission, { thumbhash: 'placeholder' });
    await makeVideo(ctx, submission);
  }
  const { id, token } = await makeShareLink(ctx, owner.viewer, { projectId: project.id });
  return { id, token, owner };
}

const get = (url: string) =>
  url.startsWith('/shared/') && !url.endsWith('.jpg')
    ? product.site.inject(url)
    : product.inject(url);

type Found = { mediaUrl?: string; presets?: number[]; kind?: string };

/** All URLs in a response to a visitor, including those that the page derives from them. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string')
    return /^\/(media|downloads|reports|shared|api)\//.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const { mediaUrl, presets = [], kind } = value as Found;
  const made = mediaUrl
    ? [
        ...presets.map((preset) => pictureUrl(mediaUrl, preset)),
        ...(kind === 'video' ? [videoUrl(mediaUrl)] : []),
      ]
    : [];
  const nested = Object.entries(value).flatMap(([key, inner]) =>
    key === 'mediaUrl' ? [] : addressesIn(inner),
  );
  return [...made, ...nested];
}

async function everyAddressOf(token: string): Promise<string[]> {
  const pages = ['', '/week', '/slider'].map((path) => `/shared/${token}${path}`);
  const own = [...pages, `/api/shared/${token}`, `/api/shared/${token}/maps`];
  const page = (await get(`/shared/${token}`)).json();
  const files = (page.page.submissions as { id: string }[]).map(
    ({ id }) => `/api/shared/${token}/submissions/${id}/files`,
  );
  const bodies = await Promise.all([...own, ...files].map(async (url) => (await get(url)).json()));
  const card = `/shared/${token}/picture.jpg`;
  return [...new Set([...own, card, ...files, ...bodies.flatMap(addressesIn)])];
}

const ENDS = {
  'has been disabled': (id: string, cookie: string) =>
    product.inject({
      method: 'PATCH',
      url: `/api/share-links/${id}`,
      headers: { cookie },
      body: { isActive: false },
    }),
  'has been deleted': (id: string, cookie: string) =>
    product.inject({ method: 'DELETE', url: `/api/share-links/${id}`, headers: { cookie } }),
};

test.each(Object.entries(ENDS))(
  'every URL from a link returns 404 once it %s',
  async (_how, end) => {
    const { id, token, owner } = await makeShare();
    const addresses = await everyAddressOf(token);
    // Three pages, a card and four API calls; per week, a picture, a video, two originals, an archive and a report.
    expect(addresses).toHaveLength(8 + 2 * 6);
    for (const url of addresses) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);

    expect((await end(id, owner.cookie)).statusCode).toBe(200);
    for (const url of addresses) {
      await expect.poll(async () => [url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
  },
);
