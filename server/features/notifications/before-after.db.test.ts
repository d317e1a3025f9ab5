import { expect, test } from 'vitest';
import { contentIn } from '#server/features/reports/content.ts';
import { makeCompany, makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { beforeAfterOf } from './before-after.ts';

const POSE = { latitude: 31.5, longitude: -97.1, gimbalYaw: 90, gimbalPitch: -20 };
const site = runSite();

test('a mail and a report show before and after through one lens', async () => {
  const { ctx } = site;
  const project = await makeProject(ctx, (await makeCompany(ctx)).id);
  const weekOf = async (day: string, ...lenses: ('wide' | 'zoom')[]) => {
    const week = await makeSubmission(ctx, project.id, { published: true });
    await site.change('update submissions set recorded_date = $2 where id = $1', week.id, day);
    const files = [];
    for (const [sortOrder, lens] of lenses.entries())
      files.push(await makeFile(ctx, week, { ...POSE, lens, sortOrder }));
    return { week, ids: files.map(({ id }) => id) };
  };
  const first = await weekOf('2026-10-12', 'zoom', 'wide');
  const second = await weekOf('2026-10-19', 'wide', 'zoom');
  const third = await weekOf('2026-10-26', 'zoom');
  const pairsOf = ({ week }: typeof first) =>
    ctx.db.as({ kind: 'system' }, async (tx) => {
      const views = (await contentIn(tx, ctx.config, week.id))?.views ?? [];
      const mailed = await beforeAfterOf(tx, week.id);
      return [mailed, ...views].map((pair) => [pair?.before?.fileId, pair?.after.fileId]);
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
