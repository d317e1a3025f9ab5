import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { staffSubmissions } from '#server/submissions/service.ts';
import { startWorker } from '#server/worker.ts';
import { openSite, type Site } from '#test/site.ts';
import { seedDemoAccounts } from './seed.ts';
import { seedProjects } from './visits.ts';

// Generous, because these tests process the ten or more photos of each visit.
vi.setConfig({ testTimeout: 120_000 });

let product: Site;
let stopWorker: () => void;
beforeAll(async () => {
  product = await openSite();
  stopWorker = await startWorker(product.ctx);
});
afterAll(async () => {
  stopWorker();
  await product.close();
});

test('a visit with an interrupted upload is completed and published', async () => {
  const { ctx } = product;
  await seedDemoAccounts(ctx);
  vi.spyOn(ctx.uploads, 'append').mockRejectedValueOnce(new Error('cut off'));
  await expect(seedProjects(ctx, () => {})).rejects.toThrow('cut off');

  const enough = (line: string) => {
    throw new Error(line);
  };
  await expect(seedProjects(ctx, enough)).rejects.toThrow('1 of 12 visits are published.');
  const made = await staffSubmissions(ctx, { kind: 'system' }, { status: 'published' });
  const days = made.map(({ createdAt, recordedDate }) => [createdAt.slice(0, 10), recordedDate]);
  expect(days).toEqual([[days[0]?.[1], days[0]?.[1]]]);
});
