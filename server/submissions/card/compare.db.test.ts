import { expect, test } from 'vitest';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('a memory card is compared only with titles, viewpoints and same-size files of its project', async () => {
  const { ctx } = site;
  const company = await makeCompany(ctx);
  const [project, other] = [await makeProject(ctx, company.id), await makeProject(ctx, company.id)];
  const submission = await makeSubmission(ctx, project.id, { title: 'Week 3' });
  await makeSubmission(ctx, project.id, { title: 'Week 2', published: true });
  const file = await makeFile(ctx, submission, {
    state: 'processing',
    bytes: Buffer.from('twelve bytes'),
  });
  await makeFile(ctx, submission, {
    state: 'processing',
    bytes: Buffer.from('more than twelve bytes'),
  });
  await makeFile(ctx, await makeSubmission(ctx, other.id), {
    state: 'processing',
    bytes: Buffer.from('other twelve'),
  });
  await site.change(
    `insert into viewpoints (project_id, name, latitude, longitude) values ($1, 'North', 31, -97)`,
    project.id,
  );
  const { card } = site.as(await makePerson(ctx, 'operator'));
  expect(await card.compare({ projectId: project.id, sizes: [12] })).toEqual({
    titles: ['Week 3', 'Week 2'],
    drafts: [{ id: submission.id, title: 'Week 3', recordedDate: null }],
    visits: [],
    viewpoints: [expect.objectContaining({ name: 'North', latitude: 31, gimbalYaw: null })],
    known: [
      {
        fileSize: 12,
        sha256: file.sha256,
        submissionId: submission.id,
        submissionTitle: 'Week 3',
      },
    ],
  });
  const nothing = await card.compare({ projectId: other.id, sizes: [] });
  expect(nothing.known).toEqual([]);
});
