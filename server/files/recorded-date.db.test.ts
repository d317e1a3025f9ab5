import { expect, test } from 'vitest';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from './process.ts';

const site = runSite();

const SYSTEM = { kind: 'system' } as const;
const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };

test('a fast camera clock never gives a submission a future date', async () => {
  const { ctx } = site;
  const company = await makeCompany(ctx);
  const project = await makeProject(ctx, company.id, { timeZone: 'America/Bogota' });
  const submission = await makeSubmission(ctx, project.id);
  const process = async (taken: string) => {
    const bytes = await jpegPhoto({ exif: { IFD2: { DateTimeOriginal: taken } } });
    const { id } = await makeFile(ctx, submission, { state: 'processing', bytes });
    await processStored(ctx, id, FIRST_TRY);
    return ctx.db.as(SYSTEM, (tx) =>
      tx
        .selectFrom('files')
        .innerJoin('submissions', 'submissions.id', 'files.submissionId')
        .where('files.id', '=', id)
        .select(['capturedLocal', 'submissions.recordedDate'])
        .executeTakeFirstOrThrow(),
    );
  };
  expect(await process('2090:01:01 10:00:00')).toEqual({
    capturedLocal: '2090-01-01 10:00:00',
    recordedDate: null,
  });
  expect(await process('2023:08:02 10:00:00')).toMatchObject({ recordedDate: '2023-08-02' });
});

test('a draft has the date of most of its photos until someone enters another', async () => {
  const { ctx } = site;
  const operator = site.as(await makePerson(ctx, 'operator'));
  const company = await makeCompany(ctx);
  const project = await makeProject(ctx, company.id, { timeZone: 'America/Bogota' });
  const submission = await makeSubmission(ctx, project.id);
  const { id } = submission;
  const arrive = async (taken: string) => {
    const bytes = await jpegPhoto({ exif: { IFD2: { DateTimeOriginal: taken } } });
    const file = await makeFile(ctx, submission, { state: 'processing', bytes });
    await processStored(ctx, file.id, FIRST_TRY);
    return (await operator.submissions.get({ id })).recordedDate;
  };
  expect(await arrive('2018:03:26 10:00:00')).toBe('2018-03-26');
  await arrive('2023:08:02 10:00:00');
  expect(await arrive('2023:08:02 10:00:05')).toBe('2023-08-02');
  await operator.submissions.update({ id, recordedDate: '2023-08-01' });
  expect(await arrive('2023:08:02 10:00:10')).toBe('2023-08-01');
});

test('files from elsewhere set no date, unless all are from there', async () => {
  const { ctx } = site;
  const operator = site.as(await makePerson(ctx, 'operator'));
  const company = await makeCompany(ctx);
  const place = { latitude: 4.7, longitude: -74 };
  const project = await makeProject(ctx, company.id, { timeZone: 'America/Bogota', ...place });
  const submission = await makeSubmission(ctx, project.id);
  const arrive = async (taken: string, latitude: number) => {
    const exif = { IFD2: { DateTimeOriginal: taken }, ...gpsExif(latitude, -74) };
    const bytes = await jpegPhoto({ exif });
    const file = await makeFile(ctx, submission, { state: 'processing', bytes });
    await processStored(ctx, file.id, FIRST_TRY);
    return (await operator.submissions.get({ id: submission.id })).recordedDate;
  };
  expect(await arrive('2014:10:19 10:00:00', 30)).toBe('2014-10-19');
  await arrive('2014:10:19 10:00:05', 30);
  expect(await arrive('2023:08:02 10:00:00', 4.7)).toBe('2023-08-02');
});
