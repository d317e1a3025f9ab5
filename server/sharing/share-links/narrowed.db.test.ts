import { beforeAll, expect, test } from 'vitest';
import { SHARE_SWITCHES, type ShareSwitches } from '#domain/share-links.ts';
import { archiveUrl } from '#server/sharing/downloads/service.ts';
import { reportUrl } from '#server/sharing/reports/service.ts';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  makeVideo,
  makeViewpoint,
} from '#test/factories.ts';
import { makeRaster, tileAddress } from '#test/fixtures/rasters.ts';
import { type Site, runSite } from '#test/site.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWeek({ ctx }: Site, projectId: string) {
  const week = await makeSubmission(ctx, projectId, { published: true });
  const document = { kind: 'document', fileType: 'application/pdf' } as const;
  return {
    ...week,
    photo: await makeFile(ctx, week, { thumbhash: 'placeholder' }),
    video: await makeVideo(ctx, week),
    document: await makeFile(ctx, week, document),
    raster: await makeRaster(ctx, week),
  };
}

async function makeWorld(made: Site) {
  const { ctx } = made;
  const { project, client: owner, staff } = await makeProjectWithPeople(ctx);
  const weeks = [];
  for (let week = 0; week < 3; week++) weeks.push(await makeWeek(made, project.id));
  const [first, second, third] = weeks as [Week, Week, Week];
  return { owner, staff, project, first, second, third };
}
type Week = Awaited<ReturnType<typeof makeWeek>>;

beforeAll(async () => {
  world = await makeWorld(site);
});

type Input = Partial<ShareSwitches> & { submissionId?: string | null; submissionIds?: string[] };
const open = (input: Input) =>
  makeShareLink(site.ctx, world.owner.viewer, { projectId: world.project.id, ...input });

/** All URLs of a submission, signed for the link. */
function addressesOf({ id, token }: { id: string; token: string }, week: Week) {
  const { signer } = site.ctx;
  const link = { kind: 'share', shareLinkId: id } as const;
  return {
    photo: `${derivativesUrl(signer, link, week.photo.id)}/w256.webp`,
    'original photo': originalUrl(signer, link, week.photo),
    video: `${derivativesUrl(signer, link, week.video.id)}/video.mp4`,
    'original video': originalUrl(signer, link, week.video),
    document: originalUrl(signer, link, week.document),
    tile: tileAddress(site.ctx, link, week.raster),
    'all originals': archiveUrl(signer, link, week.id, 'all.zip'),
    report: reportUrl(signer, link, week.id),
    files: `/api/shared/${token}/submissions/${week.id}/files`,
    measurements: `/api/shared/${token}/submissions/${week.id}/measurements`,
  };
}

/** Returns the parts of a submission that a link can access. */
async function reached(link: { id: string; token: string }, week: Week): Promise<string[]> {
  const found: string[] = [];
  for (const [name, url] of Object.entries(addressesOf(link, week))) {
    const { statusCode } = await site.inject({ url });
    expect([200, 404]).toContain(statusCode);
    if (statusCode === 200) found.push(name);
  }
  return found;
}

test('a link to some weeks opens no other week by any id, and no future week', async () => {
  const { first, second, third, owner } = world;
  const link = await open({ submissionIds: [first.id, third.id] });
  for (const week of [first, third]) expect(await reached(link, week)).toHaveLength(10);
  expect(await reached(link, second)).toEqual([]);
  const { token } = link;
  const { submissions } = await site.as().shareLinks.open({ token });
  expect(submissions.map(({ id }) => id).toSorted()).toEqual([first.id, third.id].toSorted());
  const { weeks } = await site.as().shareLinks.openMaps({ token });
  expect(weeks.map(({ submissionId }) => submissionId)).not.toContain(second.id);

  const { update } = site.as(owner).shareLinks;
  await update({ id: link.id, submissionId: second.id });
  await expect.poll(() => reached(link, first)).toEqual([]);
  expect(await reached(link, second)).toHaveLength(10);
  await update({ id: link.id, submissionId: null });
  expect(await reached(link, first)).toHaveLength(10);
});

test('a link compares the weeks it shows, and none without photos', async () => {
  const { ctx } = site;
  const { project, first, second, third } = world;
  const { id } = await makeViewpoint(ctx, project.id);
  for (const [index, week] of [first, second, third].entries()) {
    await site.change('update files set viewpoint_id = $2 where id = $1', week.photo.id, id);
    const day = `2026-10-0${index + 1}`;
    await site.change('update submissions set recorded_date = $2 where id = $1', week.id, day);
  }
  const comparedBy = async (input: Input, since?: string) => {
    const { token } = await open(input);
    const request = since === undefined ? { token } : { token, since };
    const { views } = await site.as().shareLinks.openComparison(request);
    return views.map(({ before, after }) => [before?.submissionId, after.submissionId]);
  };
  const some = { submissionIds: [first.id, third.id] };
  expect(await comparedBy({})).toEqual([[second.id, third.id]]);
  expect(await comparedBy(some)).toEqual([[first.id, third.id]]);
  expect(await comparedBy(some, second.id)).toEqual([[undefined, third.id]]);
  expect(await comparedBy({ submissionId: third.id })).toEqual([[undefined, third.id]]);
  expect(await comparedBy({ showPhotos: false })).toEqual([]);
});

test('a link to some weeks shows none after all of them are gone', async () => {
  const { project, owner } = world;
  const [one, two] = [await makeWeek(site, project.id), await makeWeek(site, project.id)];
  const { id, token } = await open({ submissionIds: [one.id, two.id] });
  const staff = site.as(world.staff);
  for (const week of [one, two]) await staff.submissions.remove({ id: week.id });
  expect((await site.as().shareLinks.open({ token })).submissions).toEqual([]);
  const { create, update } = site.as(owner).shareLinks;
  const unseen = { submissionIds: [one.id] };
  const asks = [
    () => create({ projectId: project.id, ...unseen }),
    () => update({ id, ...unseen }),
  ];
  for (const ask of asks) {
    await expect(ask()).rejects.toMatchObject({ code: 'SUBMISSION_NOT_FOUND' });
  }
});

const PARTS: [keyof ShareSwitches, string[]][] = [
  ['showPhotos', ['photo', 'original photo']],
  ['showVideos', ['video', 'original video']],
  ['showDocuments', ['document']],
  ['showMaps', ['tile']],
];

test.each(PARTS)(
  "a link without %s doesn't open the hidden parts by any id",
  async (name, hidden) => {
    const { first, owner } = world;
    const link = await open({ [name]: false });
    const all = Object.keys(addressesOf(link, first));
    expect(await reached(link, first)).toEqual(all.filter((one) => !hidden.includes(one)));
    const { token } = link;
    const listed = await site.as().shareLinks.openFiles({ token, submissionId: first.id });
    expect(listed.download?.fileCount).toBe(3);
    expect(listed.files).toHaveLength(3);
    await site.as(owner).shareLinks.update({ id: link.id, [name]: true });
    expect(await reached(link, first)).toEqual(all);
  },
);

test('a link that shows no parts has no picture either', async () => {
  const none = Object.fromEntries(SHARE_SWITCHES.map((name) => [name, false]));
  const submissionsOf = async (input: Input) =>
    (await site.as().shareLinks.open({ token: (await open(input)).token })).submissions;
  expect((await submissionsOf({}))[0]?.cover).not.toBeNull();
  expect((await submissionsOf(none))[0]).toMatchObject({
    cover: null,
    fileCount: 0,
    photoCount: 0,
  });
});
