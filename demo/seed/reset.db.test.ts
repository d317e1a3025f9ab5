import { expect, test } from 'vitest';
import { runSitePerTest } from '#test/site.ts';
import { makeCompany, makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { listCompanies } from './queries.ts';
import { resetDemo } from './reset.ts';
import { seedDemoAccounts } from './seed.ts';

const SYSTEM = { kind: 'system' } as const;
const product = runSitePerTest({
  config: { demo: { enabled: true, password: 'overfly-demo-2026' } },
});

const count = async (table: string) =>
  (await product.ctx.db.pool.query(`select count(*)::int as n from ${table}`)).rows[0]?.n as number;

test('a reset deletes the sample site with all additions, and it can be created again', async () => {
  const { ctx } = product;
  await seedDemoAccounts(ctx);
  const own = await makeCompany(ctx);
  const project = await makeProject(ctx, own.id);
  await makeFile(ctx, await makeSubmission(ctx, project.id, { published: true }));
  await resetDemo(ctx, true);
  for (const table of ['companies', 'projects', 'files', 'profiles', 'auth.users', 'audit_log']) {
    expect([table, await count(table)]).toEqual([table, 0]);
  }
  expect(await count(`pgboss.job where name like '%remove%'`)).toBeGreaterThan(0);
  expect(await seedDemoAccounts(ctx)).toBe(true);
  expect(await ctx.db.as(SYSTEM, listCompanies)).toHaveLength(2);
});

test('a database without the sample site is refused and keeps everything', async () => {
  const company = await makeCompany(product.ctx);
  await expect(resetDemo(product.ctx)).rejects.toThrow(/does not contain the sample site/);
  expect(await product.ctx.db.as(SYSTEM, listCompanies)).toMatchObject([{ id: company.id }]);
});

test("companies that aren't samples are kept unless confirmed", async () => {
  const { ctx } = product;
  await seedDemoAccounts(ctx);
  const own = await makeCompany(ctx);
  await expect(resetDemo(ctx)).rejects.toThrow(
    `This would also delete companies that are not part of the sample: ${own.companyName}. To delete them as well, add --yes. Nothing was changed.`,
  );
  expect(await ctx.db.as(SYSTEM, listCompanies)).toHaveLength(3);
});

test('a database with only the sample site is reset without confirmation', async () => {
  await seedDemoAccounts(product.ctx);
  await resetDemo(product.ctx);
  expect(await product.ctx.db.as(SYSTEM, listCompanies)).toEqual([]);
});

test('an installation with the sample site turned off is refused, confirmed or not', async () => {
  const { ctx } = product;
  await seedDemoAccounts(ctx);
  const config = { ...ctx.config, demo: { ...ctx.config.demo, enabled: false } };
  await expect(resetDemo({ ...ctx, config }, true)).rejects.toThrow(/turned off \(DEMO=0\)/);
  expect(await ctx.db.as(SYSTEM, listCompanies)).toHaveLength(2);
});
