import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '#domain/companies.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makePerson, type Person } from '#test/factories.ts';

let product: TestApp;
let manager: Person;
let company: Company;
beforeAll(async () => {
  product = await buildApp();
  manager = await makePerson(product.ctx, 'project_manager');
  company = await makeCompany(product.ctx);
});
afterAll(() => product.close());

const change = (body: object, id = company.id) =>
  product.inject({
    method: 'PATCH',
    url: `/api/companies/${id}`,
    headers: { cookie: manager.cookie },
    body,
  });

test('name and description change, each by itself; an empty description is none', async () => {
  const renamed = await change({ companyName: '  Quay & Sons ' });
  expect(renamed.json()).toMatchObject({ companyName: 'Quay & Sons', description: null });
  const described = await change({ description: 'Bridges' });
  expect(described.json()).toMatchObject({ companyName: 'Quay & Sons', description: 'Bridges' });
  expect((await change({ description: ' ' })).json()).toMatchObject({ description: null });
});

test('the code stays, as does all that is said of a company without a name', async () => {
  const { companyCode } = company;
  expect((await change({ companyCode: 'OTHER' })).json()).toMatchObject({ companyCode });
  expect((await change({ companyName: '  ' })).statusCode).toBe(400);
  expect((await change({ companyName: 'Nobody' }, crypto.randomUUID())).statusCode).toBe(404);
  const { rows } = await product.ctx.db.pool.query(
    'select company_code, company_name from companies where id = $1',
    [company.id],
  );
  expect(rows).toEqual([{ company_code: companyCode, company_name: 'Quay & Sons' }]);
});

test('a company without a code or a name is told what it needs', async () => {
  const add = (body: object) =>
    product.inject({
      method: 'POST',
      url: '/api/companies',
      headers: { cookie: manager.cookie },
      body,
    });
  for (const blank of [{ companyCode: ' ' }, { companyName: ' ' }]) {
    const answer = await add({ companyCode: 'QUAY', companyName: 'Quay', ...blank });
    expect(answer.json().message).toBe(
      `${Object.keys(blank)[0]}: Company code and name are required.`,
    );
  }
  expect((await add({ companyCode: '-', companyName: 'Quay' })).json().message).toBe(
    'companyCode: Use 2 to 32 letters, numbers, hyphens (-) or underscores (_).',
  );
});

test('who edited what is in the log, and open pages hear of it', async () => {
  const heard: object[] = [];
  const stop = product.ctx.live.onEvent((event) => heard.push(event));
  await change({ description: 'Quays' });
  await expect.poll(() => heard).toEqual([{ type: 'company.changed', companyId: company.id }]);
  stop();
  const { rows } = await product.ctx.db.pool.query(
    'select actor_id, action, detail from audit_log where subject_id = $1 order by id desc limit 1',
    [company.id],
  );
  expect(rows).toEqual([
    {
      actor_id: manager.id,
      action: 'company.changed',
      detail: { description: { from: null, to: 'Quays' } },
    },
  ]);
});
