import { expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makeSubmission, makeViewpoint } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('a draft lists viewpoints it lacks from recent weeks, and its new ones', async () => {
  const { ctx } = site;
  const {
    project: { id: projectId },
    staff,
  } = await makeProjectWithPeople(ctx);
  const weekOf = async (day: string, published = true) => {
    const week = await makeSubmission(ctx, projectId, { published });
    const values = [week.id, day];
    await site.change('update submissions set recorded_date = $2 where id = $1', ...values);
    return { ...week, projectId };
  };
  const addPhotos = async (week: { id: string; projectId: string }, ...at: { id: string }[]) => {
    for (const { id: viewpointId } of at) await makeFile(ctx, week, { viewpointId });
  };
  const view = (name: string, isHidden = false) =>
    makeViewpoint(ctx, projectId, { name, isHidden });
  const [gate, crane, roof, yard] = [
    await view('Gate'),
    await view('Crane'),
    await view('Roof'),
    await view('Yard'),
  ];
  const hidden = await view('Office', true);
  const later = await view('Later');
  await addPhotos(await weekOf('2026-10-16'), gate, yard);
  await addPhotos(await weekOf('2026-10-23'), gate, crane);
  await addPhotos(await weekOf('2026-10-30'), gate, hidden);
  await addPhotos(await weekOf('2026-11-07', false), await view('Drafted'));
  await addPhotos(await weekOf('2026-11-06'), gate);
  await addPhotos(await weekOf('2026-11-20'), later);
  const draft = await weekOf('2026-11-13', false);
  const ask = async (submissionId: string) => {
    const found = await site.as(staff).viewpoints.ofSubmission({ submissionId });
    const names = (of: { name: string }[]) => of.map(({ name }) => name);
    return { missing: names(found.missing), fresh: names(found.fresh) };
  };

  // The draft has no photos yet.
  expect(await ask(draft.id)).toEqual({ missing: [], fresh: [] });
  await addPhotos(draft, gate, roof, hidden);
  expect(await ask(draft.id)).toEqual({ missing: ['Crane'], fresh: ['Roof'] });
  await makeFile(ctx, draft, { state: 'processing' });
  expect(await ask(draft.id)).toEqual({ missing: [], fresh: [] });
});
