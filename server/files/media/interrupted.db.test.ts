import { beforeAll, expect, test } from 'vitest';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import { type Site, runSite } from '#test/site.ts';
import { makeShareLink, makeVideo } from '#test/factories.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { withHangingDownload } from '#test/fixtures/hanging-storage.ts';

/** Too large to be sent from memory. */
const VIDEO = Buffer.alloc(600 * 1024);
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const week = await makeOwnedWeek(ctx);
  const video = await makeVideo(ctx, week.submission, { played: VIDEO });
  const { id } = await makeShareLink(ctx, week.owner.viewer, { projectId: week.project.id });
  const link: Recipient = { kind: 'share', shareLinkId: id };
  return { ...week, video, link };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

const person = (): Recipient => ({ kind: 'person', profileId: world.owner.id });
const ADDRESSES: [string, () => string][] = [
  [
    'a video of a person',
    () => `${derivativesUrl(site.ctx.signer, person(), world.video.id)}/video.mp4`,
  ],
  ['an original of a person', () => originalUrl(site.ctx.signer, person(), world.file)],
  ['an original under a link', () => originalUrl(site.ctx.signer, world.link, world.file)],
  [
    'a video under a link',
    () => `${derivativesUrl(site.ctx.signer, world.link, world.video.id)}/video.mp4`,
  ],
];

test.each(ADDRESSES)(
  'stops sending %s when the submission is unpublished',
  async (_what, urlOf) => {
    const setStatus = (status: string) =>
      site.change('update submissions set status = $1 where id = $2', status, world.submission.id);
    const { cookie } = world.owner;
    const send = () => site.inject({ url: urlOf(), headers: { cookie } });
    expect((await send()).statusCode).toBe(200);
    const answer = withHangingDownload(site.ctx.storage, () => setStatus('draft'), send);
    await expect(answer).rejects.toThrow('destroyed');
    await setStatus('published');
  },
);
