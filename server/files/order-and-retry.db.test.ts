import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeFile, makeSubmission } from '#test/factories.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { runSite } from '#test/site.ts';
import { reorderFiles, retryFile, staffFiles } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const site = runSite();
let week: Awaited<ReturnType<typeof makeOwnedWeek>>;
beforeAll(async () => {
  week = await makeOwnedWeek(site.ctx);
});

test('an order with a file of another submission, or an unknown file, is refused', async () => {
  const { ctx } = site;
  const { submission, file } = week;
  const second = await makeFile(ctx, submission);
  const order = async () =>
    (await staffFiles(ctx, SYSTEM, { submissionId: submission.id })).map(({ id }) => id);
  await reorderFiles(ctx, SYSTEM, { submissionId: submission.id, fileIds: [second.id, file.id] });
  expect(await order()).toEqual([second.id, file.id]);
  const other = await makeFile(ctx, await makeSubmission(ctx, week.project.id));
  for (const stranger of [other.id, randomUUID()]) {
    const refused = reorderFiles(ctx, SYSTEM, {
      submissionId: submission.id,
      fileIds: [file.id, stranger],
    });
    await expect(refused).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  }
  expect(await order()).toEqual([second.id, file.id]);
});

test('only a file that failed or has no preview is processed again', async () => {
  const { ctx } = site;
  expect(await retryFile(ctx, SYSTEM, { id: week.file.id })).toMatchObject({ state: 'ready' });
  for (const state of ['failed', 'ready'] as const) {
    const { id } = await makeFile(ctx, week.submission, { state, errorMessage: 'Too large.' });
    expect(await retryFile(ctx, SYSTEM, { id })).toMatchObject({
      state: 'processing',
      errorMessage: null,
    });
  }
});
