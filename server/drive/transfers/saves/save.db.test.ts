import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { makeCompany, makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { runDriveSite } from '#test/fixtures/drive-site.ts';
import { runTransfer } from '../runner.ts';
import { saveKind } from './save-kind.ts';

const drive = runDriveSite('service-account');
let projectId: string;

beforeAll(async () => {
  const company = await makeCompany(drive.site.ctx);
  ({ id: projectId } = await makeProject(drive.site.ctx, company.id, { name: 'Tower' }));
});

const newWeek = (title: string) =>
  makeSubmission(drive.site.ctx, projectId, { published: true, title });
const addFilm = (week: { id: string; projectId: string }, fileName: string) =>
  makeFile(drive.site.ctx, week, { fileName, kind: 'video', bytes: randomBytes(12_000_000) });
const save = async (submissionId: string, folder: string | null = null) => {
  const api = drive.site.as(drive.operator).driveTransfers;
  const { id } = await api.save({ submissionId, folder });
  const run = { isLastTry: false, signal: new AbortController().signal };
  await runTransfer(drive.site.ctx, saveKind(drive.site.ctx), id, run);
  const saved = (await api.saves({ submissionId })).saves.find((one) => one.id === id);
  if (!saved) throw new Error('no such save');
  return saved;
};
const itemsIn = (folderId = '') =>
  [...drive.google.items.byId.values()].filter(({ parents }) => parents.includes(folderId));
const bytesOf = ({ content }: ReturnType<typeof itemsIn>[number]) =>
  buffer(Readable.from(content?.read(0, content.size) ?? []));
const sent = () => drive.google.countOf('POST /upload/drive/v3/files');

test('the originals of a submission are saved to a folder of their own, and later only missing files', async () => {
  const week = await newWeek('Week 7');
  const first = await makeFile(drive.site.ctx, week, { fileName: 'DJI_0001.JPG' });
  const saved = await save(week.id);
  expect(saved).toMatchObject({ state: 'done', problem: null });
  expect(saved.files).toMatchObject([{ state: 'saved', doneBytes: first.fileSize }]);
  const folder = drive.google.items.byId.get(saved.folder?.id ?? '');
  expect(folder).toMatchObject({ name: 'Tower - Week 7', isPublic: false });
  const before = sent();
  const second = await makeFile(drive.site.ctx, week, { fileName: 'DJI_0002.JPG' });
  const again = await save(week.id);
  expect(again.folder).toEqual(saved.folder);
  expect(sent()).toBe(before + 1);
  const items = itemsIn(folder?.id);
  expect(items.map(({ name }) => name)).toEqual(['DJI_0001.JPG', 'DJI_0002.JPG']);
  for (const [index, { filePath }] of [first, second].entries()) {
    const item = items[index];
    expect(item && (await bytesOf(item))).toEqual(await drive.site.ctx.storage.read(filePath));
  }
  drive.google.items.byId.delete(folder?.id ?? '');
  const recreated = await save(week.id);
  expect(itemsIn(recreated.folder?.id)).toHaveLength(2);
  const thrown = drive.google.items.byId.get(recreated.folder?.id ?? '');
  Object.assign(thrown ?? {}, { trashed: true });
  const third = await save(week.id);
  expect(third.folder?.id).not.toBe(thrown?.id);
  expect(itemsIn(third.folder?.id)).toHaveLength(2);
});

test('an interrupted save resumes where Drive says, or starts over when its session has ended', async () => {
  const week = await newWeek('Week 8');
  const film = await addFilm(week, 'flight.mp4');
  drive.google.fail('no-answer', { of: 'upload_id=' });
  drive.google.fail('storageQuotaExceeded', { of: 'upload_id=' });
  expect(await save(week.id)).toMatchObject({ state: 'stopped', problem: 'DRIVE_STORAGE_FULL' });
  const begun = sent();
  const saved = await save(week.id);
  expect(sent()).toBe(begun);
  const [item] = itemsIn(saved.folder?.id);
  expect(
    item && (await bytesOf(item)).equals(await drive.site.ctx.storage.read(film.filePath)),
  ).toBe(true);

  await addFilm(week, 'second.mp4');
  drive.google.fail('storageQuotaExceeded', { of: 'upload_id=' });
  await save(week.id);
  drive.google.uploads.forget();
  expect(await save(week.id)).toMatchObject({ state: 'done' });
  expect(itemsIn(saved.folder?.id)).toHaveLength(2);
});

test('a canceled save stops, and continues when it is requested again', async () => {
  const week = await newWeek('Week 10');
  await makeFile(drive.site.ctx, week, { fileName: 'DJI_0001.JPG' });
  const api = drive.site.as(drive.operator).driveTransfers;
  const { id } = await api.save({ submissionId: week.id, folder: null });
  const canceled = await api.cancelSave({ id });
  expect(canceled).toMatchObject({ state: 'cancelled', files: [{ state: 'cancelled' }] });
  const before = sent();
  const run = { isLastTry: false, signal: new AbortController().signal };
  await runTransfer(drive.site.ctx, saveKind(drive.site.ctx), id, run);
  expect(sent()).toBe(before);
  expect(await save(week.id)).toMatchObject({ id, state: 'done', files: [{ state: 'saved' }] });
});

test('only a published submission can be saved, and only to an existing folder', async () => {
  const draft = await makeSubmission(drive.site.ctx, projectId);
  await expect(save(draft.id)).rejects.toThrow(ERRORS.SUBMISSION_NOT_PUBLISHED[1]);
  const week = await newWeek('Week 9');
  await expect(save(week.id, 'https://example.com/folder')).rejects.toThrow(
    ERRORS.DRIVE_INVALID_LINK[1],
  );
  const file = drive.google.items.add({ content: randomBytes(10) });
  await expect(save(week.id, `https://drive.google.com/file/d/${file.id}/view`)).rejects.toThrow(
    ERRORS.DRIVE_FOLDER_NOT_FOUND[1],
  );
});
