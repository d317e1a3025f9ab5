import { expect, test } from 'vitest';
import { GIGABYTE } from '#domain/companies.ts';
import { createUpload, discardUpload, type NewUpload } from '#server/files/uploads/service.ts';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('uploads over the quota are refused before any bytes are sent', async () => {
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
    message: expect.stringMatching(
      /^Baker & Sons has used 9.5 GB of 10 GB, so there isn't enough space/,
    ),
  });
  await upload(0.497 * GIGABYTE);
  await expect(upload(GIGABYTE)).rejects.toThrow('has used 9.99 GB of 10 GB');
  // Files in the bin count toward the quota.
  await site.change('update files set file_size = $2 where id = $1', old.id, 9 * GIGABYTE);
  await files.remove({ id: old.id });
  const use = { usedBytes: 9 * GIGABYTE, quotaBytes: 10 * GIGABYTE };
  expect(await companies.usage({ id: company.id })).toEqual(use);
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

/** A project of a company with a 10 GB quota, and a function that starts uploads to it. */
async function makeLimited() {
  const { ctx } = site;
  const staff = await makePerson(ctx, 'operator');
  const company = await makeCompany(ctx, { companyName: 'Reed Homes' });
  const project = await makeProject(ctx, company.id);
  await site.as(staff).companies.update({ id: company.id, quotaBytes: 10 * GIGABYTE });
  const announce = (home: NewUpload['home'], gigabytes: number) => {
    const id = crypto.randomUUID();
    const fileSize = Math.round(gigabytes * GIGABYTE);
    return createUpload(ctx, staff.viewer, { id, home, fileName: 'film.mp4', fileSize });
  };
  return { ctx, staff, company, project, announce };
}

const standalone = (companyId: string) =>
  ({ companyId, category: 'other', description: null, recordedDate: null }) as const;

test('simultaneous uploads are accepted only as far as they fit', async () => {
  const { ctx, company, project, announce } = await makeLimited();
  const weeks = [await makeSubmission(ctx, project.id), await makeSubmission(ctx, project.id)];
  const homes = [...weeks.map(({ id }) => ({ submissionId: id })), standalone(company.id)];
  const outcomes = await Promise.allSettled(
    [homes, homes, homes, homes].flat().map((home) => announce(home, 2)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(outcomes).toHaveLength(refused.length + 5);
  expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['QUOTA_REACHED']));
});

test('a refused, canceled, duplicate or deleted upload frees its space', async () => {
  const { ctx, staff, project, announce } = await makeLimited();
  const week = await makeSubmission(ctx, project.id);
  const home = { submissionId: week.id };
  const full = { code: 'QUOTA_REACHED' };
  for (const end of ['refused', 'duplicate']) {
    await announce(home, 6);
    await expect(announce(home, 6)).rejects.toMatchObject(full);
    await site.change(
      `update uploads set state = '${end}', error_message = 'x' where submission_id = $1`,
      week.id,
    );
  }
  const id = crypto.randomUUID();
  await createUpload(ctx, staff.viewer, { id, home, fileName: 'a.mp4', fileSize: 6 * GIGABYTE });
  await discardUpload(ctx, staff.viewer, { id });
  await announce(home, 6);
  await site.as(staff).submissions.remove({ id: week.id });
  const other = { submissionId: (await makeSubmission(ctx, project.id)).id };
  await announce(other, 6);
  await expect(announce(home, 1)).rejects.toMatchObject({ code: 'SUBMISSION_NOT_FOUND' });
});

test('a submission moves to another company only if its files fit there', async () => {
  const { ctx, staff, company, project, announce } = await makeLimited();
  const { submissions, companies } = site.as(staff);
  const elsewhere = await makeProject(ctx, (await makeCompany(ctx)).id);
  const week = await makeSubmission(ctx, elsewhere.id);
  const file = await makeFile(ctx, week);
  await site.change('update files set file_size = $2 where id = $1', file.id, 6 * GIGABYTE);
  await announce(standalone(company.id), 5);
  const move = (projectId: string) => submissions.move({ id: week.id, projectId });
  await expect(move(project.id)).rejects.toMatchObject({
    code: 'QUOTA_REACHED',
    message: expect.stringContaining(
      "has used 5 GB of 10 GB, so there isn't enough space for these files.",
    ),
  });
  await companies.update({ id: company.id, quotaBytes: 11 * GIGABYTE });
  await move(project.id);
  // Moving within the company doesn't change its usage.
  await companies.update({ id: company.id, quotaBytes: GIGABYTE });
  await move((await makeProject(ctx, company.id)).id);
});
