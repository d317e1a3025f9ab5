import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makePerson, makeSubmission } from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';
import { trackChanges } from './service.ts';

const site = runSite();
let projectId: string;
let operator: Client;
let client: Client;
let sweep: () => Promise<void>;
beforeAll(async () => {
  const { ctx } = site;
  const { company, project } = await makeProjectWithPeople(ctx);
  projectId = project.id;
  operator = site.as(await makePerson(ctx, 'operator'));
  client = site.as(await makePerson(ctx, 'client', { companyId: company.id }));
  sweep = trackChanges(ctx);
});

const makeWeek = async () => {
  const week = await makeSubmission(site.ctx, projectId);
  await makeFile(site.ctx, week);
  return { id: week.id };
};
const count = async () => (await site.rows.selectFrom('reports').select('id').execute()).length;
/** Sweeps after all events of earlier changes have arrived. */
const sweepAll = async () => {
  const marker = randomUUID();
  const { live, db } = site.ctx;
  const markerArrived = new Promise<void>((resolve) => {
    live.onEvent(
      (event) => event.type === 'company.changed' && event.companyId === marker && resolve(),
    );
  });
  await db.as({ kind: 'system' }, (tx) =>
    live.publish(tx, { type: 'company.changed', companyId: marker }),
  );
  await markerArrived;
  await sweep();
};

test('the report of a published week is prepared once, and again after a change', async () => {
  const week = await makeWeek();
  await operator.submissions.update({ ...week, title: 'Draft' });
  await sweepAll();
  expect(await count()).toBe(0);

  await operator.submissions.publish(week);
  await sweepAll();
  const { rows } = await site.ctx.db.pool.query(
    "select priority from pgboss.job where name = 'make-report'",
  );
  expect(rows).toEqual([{ priority: -1 }]);
  // A client gets this report, so no other is created.
  await client.reports.prepare({ submissionId: week.id });
  await operator.submissions.update({ ...week, title: 'Other' });
  await operator.submissions.update({ ...week, title: 'Draft' });
  await sweepAll();
  expect(await count()).toBe(1);

  await operator.projects.update({ id: projectId, name: 'Renamed' });
  await sweepAll();
  expect(await count()).toBe(2);
});

test('a link to one week gets its own report, which shows less than clients see', async () => {
  const [older, week] = [await makeWeek(), await makeWeek()];
  await operator.submissions.update({ ...older, recordedDate: '2026-01-05' });
  for (const one of [older, week]) await operator.submissions.publish(one);
  await sweepAll();
  const before = await count();
  const { id, url } = await client.shareLinks.create({ projectId, submissionId: week.id });
  await sweepAll();
  expect((await count()) - before).toBe(1);

  // A visitor gets the report prepared for the link, so no other is created.
  const token = url.split('/').at(-1) ?? '';
  const { download } = await site.as().shareLinks.openFiles({ token, submissionId: week.id });
  await site.inject({ url: download?.reportUrl ?? '' });
  await client.shareLinks.update({ id, allowDownload: false });
  await operator.submissions.update({ ...week, title: 'Without downloads' });
  await sweepAll();
  expect((await count()) - before).toBe(2);
});

test('reports of many weeks published at once are prepared in batches', async () => {
  const before = await count();
  for (let number = 0; number < 12; number++) await operator.submissions.publish(await makeWeek());
  await sweepAll();
  expect((await count()) - before).toBe(10);
  await sweep();
  expect((await count()) - before).toBe(12);
});
