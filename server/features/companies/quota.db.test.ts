import { expect, test } from 'vitest';
import { GIGABYTE } from '#domain/companies.ts';
import { createUpload } from '#server/features/uploads/service.ts';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('what a company may not have any more is refused before it travels, and said before', async () => {
  const { ctx } = site;
  const staff = await makePerson(ctx, 'operator');
  const company = await makeCompany(ctx, { companyName: 'Baker & Sons' });
  const { companies, overview, files } = site.as(staff);
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id);
  const old = await makeFile(ctx, week, { companyId: company.id });
  await site.change('update files set file_size = $2 where id = $1', old.id, 8 * GIGABYTE);
  const upload = (fileSize: number) =>
    createUpload(ctx, staff.viewer, {
      id: crypto.randomUUID(),
      home: { submissionId: week.id },
      fileName: 'film.mp4',
      fileSize: Math.round(fileSize),
    });
  await companies.update({ id: company.id, quotaBytes: 10 * GIGABYTE });
  expect((await overview.staff()).attention.nearQuota).toEqual([]);
  await upload(1.5 * GIGABYTE);
  await expect(upload(GIGABYTE)).rejects.toMatchObject({
    code: 'QUOTA_REACHED',
    message: expect.stringMatching(/^Baker & Sons has used 9.5 of 10 GB, so there is no room/),
  });
  await upload(0.497 * GIGABYTE);
  await expect(upload(GIGABYTE)).rejects.toThrow('has used 9.99 of 10 GB');
  // The bin is within it.
  await site.change('update files set file_size = $2 where id = $1', old.id, 9 * GIGABYTE);
  await files.remove({ id: old.id });
  const use = { usedBytes: 9 * GIGABYTE, quotaBytes: 10 * GIGABYTE };
  expect(await companies.use({ id: company.id })).toEqual(use);
  expect((await companies.list({ search: 'Baker' })).companies).toMatchObject([use]);
  expect((await overview.staff()).attention.nearQuota).toEqual([
    { id: company.id, companyName: 'Baker & Sons', ...use },
  ]);
  const hundredth = Math.floor(GIGABYTE / 100);
  await companies.update({ id: company.id, quotaBytes: hundredth });
  await expect(upload(1)).rejects.toThrow(' of 10.24 MB');
  await companies.update({ id: company.id, quotaBytes: null });
  await upload(GIGABYTE);
});
