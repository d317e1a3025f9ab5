import { beforeAll, expect, test } from 'vitest';
import { contentIn } from '#server/sharing/reports/content.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeProject,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { bestViewsIn } from './comparison.ts';

const POSE = { latitude: 31.5, longitude: -97.1, gimbalYaw: 90, gimbalPitch: -20 };
const site = runSite();
let company: { id: string };
let client: Person;

beforeAll(async () => {
  ({ company, client } = await makeProjectWithPeople(site.ctx));
});

type Week = { id: string; projectId: string };

async function makeWorld() {
  const { ctx } = site;
  const { id: projectId } = await makeProject(ctx, company.id);
  const weekOf = async (day: string, published = true): Promise<Week> => {
    const { id } = await makeSubmission(ctx, projectId, { published });
    await site.change('update submissions set recorded_date = $2 where id = $1', id, day);
    return { id, projectId };
  };
  const addPhoto = async (week: Week, viewpoint: { id: string }, values = {}) =>
    (
      await makeFile(ctx, week, {
        ...POSE,
        thumbhash: 'AAAA',
        viewpointId: viewpoint.id,
        ...values,
      })
    ).id;
  const compare = async (more = {}, person = client) => {
    const { views, firstId } = await site.as(person).viewpoints.compare({ projectId, ...more });
    return {
      views: views.map(({ viewpoint: { name }, before, after }) => [name, before?.id, after.id]),
      first: views.find(({ viewpoint }) => viewpoint.id === firstId)?.viewpoint.name,
    };
  };
  return { ctx, projectId, weekOf, seen: addPhoto, compare };
}

test('each viewpoint is compared with its previous photo, its first, or a chosen week', async () => {
  const { ctx, projectId, weekOf, seen, compare } = await makeWorld();
  const viewOf = (name: string, sortOrder: number, isHidden = false) =>
    makeViewpoint(ctx, projectId, { name, sortOrder, isHidden });
  const [gate, crane, roof] = [
    await viewOf('Gate', 2),
    await viewOf('Crane', 1),
    await viewOf('Roof', 3),
  ];
  const hidden = await viewOf('Office', 0, true);
  const [first, second, third] = [
    await weekOf('2026-10-12'),
    await weekOf('2026-10-19'),
    await weekOf('2026-10-26'),
  ];
  const [gate1, gate2, gate3] = [
    await seen(first, gate),
    await seen(second, gate),
    await seen(third, gate),
  ];
  const [crane1, crane3] = [await seen(first, crane), await seen(third, crane)];
  const roof3 = await seen(third, roof);
  await seen(second, hidden);
  await seen(third, hidden);
  // Photos hidden from clients are never compared, not even for staff, who may show the page to clients.
  await seen(second, crane, { isForClients: false });
  await seen(await weekOf('2026-10-20', false), gate);
  await seen(third, gate, { photoType: 'thermal', sortOrder: -1 });

  const sinceLast = [
    ['Crane', crane1, crane3],
    ['Gate', gate2, gate3],
    ['Roof', undefined, roof3],
  ];
  expect((await compare()).views).toEqual(sinceLast);
  expect((await compare({}, await makePerson(ctx, 'operator'))).views).toEqual(sinceLast);
  expect((await compare({ since: 'start' })).views).toEqual([
    ['Crane', crane1, crane3],
    ['Gate', gate1, gate3],
    ['Roof', undefined, roof3],
  ]);
  expect((await compare({ submissionId: third.id, since: second.id })).views).toEqual([
    ['Crane', undefined, crane3],
    ['Gate', gate2, gate3],
    ['Roof', undefined, roof3],
  ]);
  expect((await compare({ submissionId: second.id })).views).toEqual([['Gate', gate1, gate2]]);
});

test('the dashboard, an email and a comparison start with the cover, or with an aligned pair', async () => {
  const { ctx, projectId, weekOf, seen, compare } = await makeWorld();
  const [gate, crane] = [
    await makeViewpoint(ctx, projectId, { name: 'Gate', sortOrder: 1 }),
    await makeViewpoint(ctx, projectId, { name: 'Crane', sortOrder: 2 }),
  ];
  const [before, after] = [await weekOf('2026-10-19'), await weekOf('2026-10-26')];
  const [gate1, gate2] = [await seen(before, gate), await seen(after, gate)];
  const crane1 = await seen(before, crane, { width: 4000, height: 3000 });
  const crane2 = await seen(after, crane, { width: 4000, height: 3000 });
  const newsOf = async () => {
    const { news } = await site.as(client).overview.client();
    const mine = news.find((week) => week.projectId === projectId);
    const mailed = await ctx.db.as(client.viewer, async (tx) =>
      (await bestViewsIn(ctx, tx, [after.id])).get(after.id),
    );
    expect(mine?.view?.after.id).toBe(mailed?.after.id);
    return [mine?.id, mine?.view?.before?.id, mine?.view?.after.id, (await compare()).first];
  };

  expect(await newsOf()).toEqual([after.id, gate1, gate2, 'Gate']);
  await site.change('update files set cover_chosen_at = now() where id = $1', crane2);
  expect(await newsOf()).toEqual([after.id, crane1, crane2, 'Crane']);
  await site.change('update files set cover_chosen_at = now() where id = $1', gate2);
  await site.change('update files set cover_chosen_at = null where id = $1', crane2);
  expect(await newsOf()).toEqual([after.id, gate1, gate2, 'Gate']);
  await site.change('update viewpoints set reference_id = $2 where id = $1', crane.id, crane1);
  await site.change(
    `insert into registrations (file_id, reference_id, matrix, parallax, created_at)
     values ($1, $2, '{1,0,0,0,1,0,0,0,1}', 0, now())`,
    crane2,
    crane1,
  );
  expect(await newsOf()).toEqual([after.id, crane1, crane2, 'Crane']);
});

test("a project's news is its latest week, even without anything to compare", async () => {
  const { ctx, projectId, weekOf, seen } = await makeWorld();
  const { client: stranger } = await makeProjectWithPeople(ctx);
  const newsOf = async (person: Person) =>
    (await site.as(person).overview.client()).news
      .filter((week) => week.projectId === projectId)
      .map(({ id, view }) => ({ id, view }));

  const only = await weekOf('2026-10-12');
  await seen(only, await makeViewpoint(ctx, projectId));
  expect(await newsOf(client)).toEqual([{ id: only.id, view: null }]);
  expect(await newsOf(stranger)).toEqual([]);
});

test('an email and a report compare photos from the same lens', async () => {
  const { ctx, projectId, weekOf, seen } = await makeWorld();
  // Staff may assign photos from two lenses to the same viewpoint.
  const viewpoint = await makeViewpoint(ctx, projectId);
  const flown = async (day: string, ...lenses: ('wide' | 'zoom')[]) => {
    const week = await weekOf(day);
    const ids = [];
    for (const [sortOrder, lens] of lenses.entries())
      ids.push(await seen(week, viewpoint, { lens, sortOrder }));
    return { week, ids };
  };
  const first = await flown('2026-10-12', 'zoom', 'wide');
  const second = await flown('2026-10-19', 'wide', 'zoom');
  const third = await flown('2026-10-26', 'zoom');
  const pairsOf = ({ week }: typeof first) =>
    ctx.db.as(client.viewer, async (tx) => {
      const views = (await contentIn(tx, ctx.config, week.id))?.views ?? [];
      const mailed = (await bestViewsIn(ctx, tx, [week.id])).get(week.id);
      return [
        [mailed?.before?.id, mailed?.after.id],
        ...views.map(({ before, after }) => [before?.fileId, after.fileId]),
      ];
    });

  const [zoomBefore, wideBefore] = first.ids;
  const [wide, zoom] = second.ids;
  expect(await pairsOf(second)).toEqual([
    [wideBefore, wide],
    [wideBefore, wide],
    [zoomBefore, zoom],
  ]);
  expect(await pairsOf(third)).toEqual([
    [zoom, third.ids[0]],
    [zoom, third.ids[0]],
  ]);
});
