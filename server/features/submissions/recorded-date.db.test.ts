import { afterAll, beforeAll, expect, test } from 'vitest';
import { SubmissionInput } from '#domain/submissions.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makePerson, makeProject } from '#test/factories.ts';
import { changeSubmission, createSubmission } from './service.ts';

// Half past nine in the evening of the 20th in Texas, the 21st in Auckland already.
const NOW = Date.parse('2030-11-21T03:30:00Z');
let product: TestApp;
let companyId: string;
let viewer: Awaited<ReturnType<typeof makePerson>>['viewer'];

beforeAll(async () => {
  product = await buildApp();
  product.clock.advance(NOW - product.clock.now().getTime());
  companyId = (await makeCompany(product.ctx)).id;
  ({ viewer } = await makePerson(product.ctx, 'operator'));
});
afterAll(() => product.close());

const record = async (timeZone: string, recordedDate: string) => {
  const { id } = await makeProject(product.ctx, companyId, { timeZone });
  const input = SubmissionInput.parse({ title: 'Week', projectId: id, recordedDate });
  return createSubmission(product.ctx, viewer, input);
};
const refusal = { code: 'INVALID_INPUT', message: 'The recording date cannot be in the future.' };

test('a submission is recorded today at the latest, by the clock of the project', async () => {
  expect(await record('America/Chicago', '2030-11-20')).toMatchObject({
    recordedDate: '2030-11-20',
  });
  await expect(record('America/Chicago', '2030-11-21')).rejects.toMatchObject(refusal);
  expect(await record('Pacific/Auckland', '2030-11-21')).toMatchObject({
    recordedDate: '2030-11-21',
  });
});

test('a date that is changed to a day in the future stays what it was', async () => {
  const { id } = await record('America/Chicago', '2030-11-19');
  await expect(
    changeSubmission(product.ctx, viewer, id, { recordedDate: '2031-01-01', title: 'Other' }),
  ).rejects.toMatchObject(refusal);
  const { rows } = await product.ctx.db.pool.query(
    'select recorded_date, title from submissions where id = $1',
    [id],
  );
  expect(rows).toEqual([{ recorded_date: '2030-11-19', title: 'Week' }]);
});
