import { afterAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { makeFile, makeSubmission } from '#test/factories.ts';
import { newPhoto, openUploadActions, sha256 } from '#test/upload-actions.ts';
import { discardUpload } from '#server/files/uploads/service.ts';
import { publishSubmission, unpublishSubmission } from './service.ts';

const actions = await openUploadActions();
const { ctx, clock, tus, projectId, site } = actions;
afterAll(() => actions.close());

const SYSTEM = { kind: 'system' } as const;
const publish = (id: string) => publishSubmission(ctx, SYSTEM, { id });
const takeBack = (id: string) => unpublishSubmission(ctx, SYSTEM, { id });

async function halfUpload(submissionId: string) {
  const bytes = await newPhoto();
  const created = await tus.create({ submissionId, name: 'a.jpg', size: bytes.length });
  const location = created.headers.get('location') ?? '';
  await tus.patch(location, 0, bytes.subarray(0, 100));
  return { id: location.slice(-36), finish: () => tus.patch(location, 100, bytes.subarray(100)) };
}

test('nothing is published while files are uploading or processing', async () => {
  const { id } = await makeSubmission(ctx, projectId);
  await makeFile(ctx, { id, projectId });
  const [first, second] = [await halfUpload(id), await halfUpload(id)];
  await expect(publish(id)).rejects.toMatchObject({
    code: 'SUBMISSION_BUSY',
    message: expect.stringMatching(/^2 files are still uploading\./),
  });
  await discardUpload(ctx, SYSTEM, { id: first.id });
  await expect(publish(id)).rejects.toThrow(/^1 file is still uploading\./);
  await second.finish();
  await expect(publish(id)).rejects.toMatchObject({
    code: 'SUBMISSION_BUSY',
    message: ERRORS.SUBMISSION_BUSY[1],
  });
});

test("an abandoned upload that was repeated successfully doesn't block publishing", async () => {
  const { id: submissionId } = await makeSubmission(ctx, projectId);
  await makeFile(ctx, { id: submissionId, projectId });
  const bytes = await newPhoto();
  const hash = sha256(bytes);
  await tus.create({ submissionId, name: 'a.jpg', size: bytes.length, sha256: hash });
  await expect(publish(submissionId)).rejects.toThrow(/^1 file is still uploading\./);
  await makeFile(ctx, { id: submissionId, projectId }, { sha256: hash });
  expect(await publish(submissionId)).toMatchObject({ status: 'published' });
});

test("uploads to other submissions don't block publishing", async () => {
  const { id } = await makeSubmission(ctx, projectId);
  await makeFile(ctx, { id, projectId });
  await halfUpload(actions.submissionId);
  expect(await publish(id)).toMatchObject({ status: 'published' });
});

test('publishing a published submission or unpublishing a draft changes nothing', async () => {
  const { id } = await makeSubmission(ctx, projectId);
  await makeFile(ctx, { id, projectId });
  const drafted = await takeBack(id);
  const published = await publish(id);
  clock.advance(60_000);
  expect(await publish(id)).toEqual(published);
  expect((await takeBack(id)).publishedAt).toBeNull();
  expect((await takeBack(id)).status).toBe(drafted.status);
  expect((await site.auditEntries(id)).map(({ action }) => action)).toEqual([
    'submission.created',
    'submission.published',
    'submission.unpublished',
  ]);
});

test.each([
  ['nothing', []],
  ['a failed photo', [{ state: 'failed', errorMessage: 'x' }]],
] as const)("%s alone can't be published", async (_what, files) => {
  const { id } = await makeSubmission(ctx, projectId);
  for (const columns of files) await makeFile(ctx, { id, projectId }, columns);
  await expect(publish(id)).rejects.toMatchObject({ code: 'SUBMISSION_EMPTY' });
});

test.each(['photo', 'raster', 'document', 'other'] as const)(
  'a %s is enough to publish',
  async (kind) => {
    const { id } = await makeSubmission(ctx, projectId);
    await makeFile(ctx, { id, projectId }, { kind });
    expect(await publish(id)).toMatchObject({ status: 'published' });
  },
);

test.each(['summary', 'content_text', 'map_embed_url', 'google_drive_folder_url'])(
  'without a file, %s is enough to publish',
  async (column) => {
    const { id } = await makeSubmission(ctx, projectId);
    const text = 'https://example.org/a';
    await site.change(`update submissions set ${column} = $2 where id = $1`, id, text);
    expect(await publish(id)).toMatchObject({ status: 'published' });
  },
);

test("an abandoned upload doesn't block publishing", async () => {
  const { id } = await makeSubmission(ctx, projectId);
  await makeFile(ctx, { id, projectId });
  await halfUpload(id);
  clock.advance(6 * 60_000);
  expect(await publish(id)).toMatchObject({ status: 'published' });
});

test("a complete upload that isn't a file yet blocks publishing, however long it takes", async () => {
  const { id } = await makeSubmission(ctx, projectId);
  await makeFile(ctx, { id, projectId });
  const upload = await halfUpload(id);
  await site.change("update uploads set state = 'received' where id = $1", upload.id);
  clock.advance(6 * 60_000);
  await expect(publish(id)).rejects.toMatchObject({ code: 'SUBMISSION_BUSY' });
});
