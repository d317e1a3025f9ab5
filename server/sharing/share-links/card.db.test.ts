import { beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { type Site, runSite } from '#test/site.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx, change }: Site) {
  const { project, client: owner } = await makeProjectWithPeople(ctx);
  const { id: viewpointId } = await makeViewpoint(ctx, project.id);
  const pose = {
    viewpointId,
    latitude: 31.5,
    longitude: -97.1,
    gimbalYaw: 90,
    gimbalPitch: -20,
  };
  const weeks = [];
  for (const [background, day] of [
    ['#f00', '2026-10-12'],
    ['#00f', '2026-10-19'],
  ] as const) {
    const week = await makeSubmission(ctx, project.id, { published: true });
    await change('update submissions set recorded_date = $2 where id = $1', week.id, day);
    const plain = { width: 400, height: 300, channels: 3, background } as const;
    const bytes = await sharp({ create: plain }).jpeg().toBuffer();
    await makeFile(ctx, week, { ...pose, bytes });
    weeks.push(week);
  }
  return { owner, project, weeks };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

/** Returns the size of a link's card and the colors at the centers of its left and right halves. */
async function cardOf(input: { submissionId?: string | undefined }) {
  const { project, owner } = world;
  const { token } = await makeShareLink(site.ctx, owner.viewer, {
    projectId: project.id,
    ...input,
  });
  const { rawPayload } = await site.inject({ url: `/shared/${token}/picture.jpg` });
  const { width, height, format } = await sharp(rawPayload).metadata();
  const colorAt = async (left: number) => {
    const dot = sharp(rawPayload).extract({ left, top: 315, width: 1, height: 1 });
    const [red = 0, , blue = 0] = await dot.raw().toBuffer();
    return red > blue ? 'red' : 'blue';
  };
  return { width, height, format, colors: [await colorAt(300), await colorAt(900)] };
}

const SHAPE = { width: 1200, height: 630, format: 'jpeg' };

test('the picture of a link card shows a before and after', async () => {
  expect(await cardOf({})).toEqual({ ...SHAPE, colors: ['red', 'blue'] });
});

test('the card of a link to one week shows only that week', async () => {
  const submissionId = world.weeks[0]?.id;
  expect(await cardOf({ submissionId })).toEqual({ ...SHAPE, colors: ['red', 'red'] });
});

test('a cover chosen by staff is shown, alone if it has no pair', async () => {
  const [, week] = world.weeks;
  if (!week) throw new Error('No second week.');
  const background = { r: 255, g: 0, b: 0 };
  const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const { id } = await makeFile(site.ctx, week, { bytes, photoType: 'panorama' });
  await site.change('update files set cover_chosen_at = now() where id = $1', id);
  expect((await cardOf({})).colors).toEqual(['red', 'red']);
  await site.change('update files set cover_chosen_at = null where id = $1', id);
});
