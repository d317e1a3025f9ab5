import { expect, test } from 'vitest';
import { audit } from '#server/platform/audit.ts';
import {
  makeCompany,
  makeFile,
  makeFormSubmission,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
  makeUnsentMail,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const HOUR_MS = 3_600_000;
const site = runSite();
const hence = (hours: number) =>
  new Date(site.clock.now().getTime() + hours * HOUR_MS).toISOString();

test('the overview lists only what staff need to act on', async () => {
  const { ctx } = site;
  const { id: companyId } = await makeCompany(ctx);
  const { id: projectId, name: projectName } = await makeProject(ctx, companyId);
  const submission = (title: string, published = false) =>
    makeSubmission(ctx, projectId, { title, published });
  const first = await makePerson(ctx, 'operator');
  await submission('Old');
  await makeFile(ctx, await submission('Due'), { capturedAt: new Date(hence(-10)) });
  const later = await submission('Later');
  await makeFile(ctx, later);
  await site.as(first).submissions.schedule({ id: later.id, publishAt: hence(50) });
  site.clock.advance(25 * HOUR_MS);
  const operator = await makePerson(ctx, 'operator');
  await submission('New');
  const week = await submission('Published', true);
  await makeFile(ctx, week, { state: 'failed', errorMessage: 'Damaged' });
  await makeFile(ctx, week, { state: 'failed', errorMessage: 'Damaged' });
  for (const link of [
    { title: 'Soon', expiresAt: hence(24 * 6) },
    { title: 'Sometime', expiresAt: hence(24 * 8) },
    { title: 'Never' },
  ]) {
    await makeShareLink(ctx, operator.viewer, { projectId, ...link });
  }
  const closed = await makeShareLink(ctx, operator.viewer, { projectId, expiresAt: hence(1) });
  await site.as(operator).shareLinks.update({ id: closed.id, isActive: false });
  await makeFormSubmission(ctx);
  await makeFormSubmission(ctx, { isRead: true });
  await makeFormSubmission(ctx, { isSpam: true });
  await makeUnsentMail(ctx);

  const { attention, clocks, failed } = await site.as(operator).overview.staff();
  expect(failed).toBe(2);
  expect(attention).toMatchObject({
    failedFiles: {
      total: 2,
      first: [{ submissionId: week.id, title: 'Published', projectName, count: 2 }],
    },
    oldDrafts: { total: 1, first: [{ title: 'Old', projectName }] },
    unreadMessages: 1,
    expiringLinks: { total: 1, first: [{ name: 'Soon', projectId, projectName }] },
    undeliveredMails: 1,
  });
  expect(clocks.drafts.map(({ title }) => title)).toEqual(['Due']);
});

test('a system without a mail server shows a warning, although it is online', async () => {
  const operator = await makePerson(site.ctx, 'operator');
  const { system } = await site.as(operator).overview.staff();
  expect(system).toMatchObject({
    ok: true,
    mail: { warning: "No mail server is set up, so emails aren't sent." },
  });
});

test('recent activity combines the files of one upload', async () => {
  const operator = await makePerson(site.ctx, 'operator');
  const { id } = await makeCompany(site.ctx);
  await site.ctx.db.as(operator.viewer, async (tx) => {
    for (const fileName of ['a.jpg', 'b.jpg', 'c.jpg']) {
      const file = { type: 'file', id: crypto.randomUUID() };
      await audit(tx, 'file.added', file, { fileName });
    }
    await audit(tx, 'company.changed', { type: 'company', id });
  });
  const { activity } = await site.as(operator).overview.staff();
  expect(activity).toHaveLength(10);
  expect(activity.slice(0, 2)).toMatchObject([
    { action: 'company.changed', count: 1, subject: { id } },
    { action: 'file.added', count: 3, subject: { name: 'c.jpg' } },
  ]);
});
