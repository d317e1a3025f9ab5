import { expect, test } from 'vitest';
import { makeProjectWithPeople, makePerson, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
const FOLDER = 'https://drive.google.com/drive/folders/1OverflyFolder_0123456789ab';

test('clients get the folder linked in the text unless staff entered another', async () => {
  const { ctx } = site;
  const { company, project } = await makeProjectWithPeople(ctx);
  const operator = site.as(await makePerson(ctx, 'operator')).submissions;
  const client = site.as(await makePerson(ctx, 'client', { companyId: company.id })).submissions;
  const { id } = await makeSubmission(ctx, project.id, { published: true });
  const publishedUrl = async () => (await client.getPublished({ id })).googleDriveFolderUrl;

  const written = await operator.update({ id, contentText: `All flights: ${FOLDER}` });
  expect(written.googleDriveFolderUrl).toBeNull();
  expect(await publishedUrl()).toBe(FOLDER);
  await operator.update({ id, googleDriveFolderUrl: `${FOLDER}b` });
  expect(await publishedUrl()).toBe(`${FOLDER}b`);
});
