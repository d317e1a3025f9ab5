import { beforeAll, expect, test } from 'vitest';
import { SubmissionInput } from '#domain/submissions.ts';
import { makeCompany, makePerson, makeProject } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { changeSubmission, createSubmission, staffSubmissions } from './service.ts';

// 9:30 p.m. on the 20th in Texas, but already the 21st in Auckland.
const NOW = Date.parse('2030-11-21T03:30:00Z');
const site = runSite();
let companyId: string;
let viewer: Awaited<ReturnType<typeof makePerson>>['viewer'];

beforeAll(async () => {
  site.clock.advance(NOW - site.clock.now().getTime());
  companyId = (await makeCompany(site.ctx)).id;
  ({ viewer } = await makePerson(site.ctx, 'operator'));
});

const record = async (timeZone: string, recordedDate: string) => {
  const { id } = await makeProject(site.ctx, companyId, { timeZone });
  const input = SubmissionInput.parse({ title: 'Week', projectId: id, recordedDate });
  return createSubmission(site.ctx, viewer, input);
};
const refusal = { code: 'INVALID_INPUT', message: 'The recording date cannot be in the future.' };

test("a submission can't be recorded later than today in the project's time zone", async () => {
  expect(await record('America/Chicago', '2030-11-20')).toMatchObject({
    recordedDate: '2030-11-20',
  });
  await expect(record('America/Chicago', '2030-11-21')).rejects.toMatchObject(refusal);
  expect(await record('Pacific/Auckland', '2030-11-21')).toMatchObject({
    recordedDate: '2030-11-21',
  });
});

test('changing the date to a future day is refused', async () => {
  const { id } = await record('America/Chicago', '2030-11-19');
  await expect(
    changeSubmission(site.ctx, viewer, { id, recordedDate: '2031-01-01', title: 'Other' }),
  ).rejects.toMatchObject(refusal);
  const row = site.rows
    .selectFrom('submissions')
    .select(['recordedDate', 'title'])
    .where('id', '=', id);
  expect(await row.execute()).toEqual([{ recordedDate: '2030-11-19', title: 'Week' }]);
});

test('submissions without a recording date are sorted by their local publication day', async () => {
  const { ctx } = site;
  const project = await makeProject(ctx, companyId, { timeZone: 'America/Chicago' });
  const begin = async (title: string, recordedDate: string | null) =>
    createSubmission(
      ctx,
      viewer,
      SubmissionInput.parse({ title, projectId: project.id, recordedDate }),
    );
  const late = await begin('Begun first, published last', null);
  await begin('Recorded on the 10th', '2030-11-10');
  const early = await begin('Begun last, published first', null);
  const publish = 'update submissions set status = $2, published_at = $3 where id = $1';
  await site.change(publish, late.id, 'published', '2030-11-12T05:00:00Z');
  await site.change(publish, early.id, 'published', '2030-11-10T05:00:00Z');
  const titles = (await staffSubmissions(ctx, viewer, { projectId: project.id })).map(
    ({ title }) => title,
  );
  expect(titles).toEqual([
    'Begun first, published last',
    'Recorded on the 10th',
    'Begun last, published first',
  ]);
});
