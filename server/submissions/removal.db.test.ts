import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { removeForGood } from '#server/projects/bin/remove.ts';
import { addFile } from '#server/files/service.ts';
import { removeProject } from '#server/projects/service.ts';
import { discardUpload } from '#server/files/uploads/service.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makeFile, makeProjectWithPeople, makeSubmission } from '#test/factories.ts';
import { holdRow, waitUntilBlocked } from '#test/row-locks.ts';
import { newPhoto, openUploadActions, sha256 } from '#test/upload-actions.ts';
import { removeSubmission } from './service.ts';

const actions = await openUploadActions();
const { ctx, tus, waitingJobs } = actions;
afterAll(() => actions.close());

const SYSTEM = { kind: 'system' } as const;

/** A submission in a new project, with functions that delete both and that empty them from the bin. */
async function makeWeek() {
  const { company, project } = await makeProjectWithPeople(ctx);
  const submission = await makeSubmission(ctx, project.id);
  return {
    submission,
    company,
    project,
    remove: {
      submission: () => removeSubmission(ctx, SYSTEM, { id: submission.id }),
      project: () => removeProject(ctx, SYSTEM, { id: project.id, typedName: project.name }),
    },
    end: {
      submission: () => removeForGood(ctx, SYSTEM, { kind: 'submission', id: submission.id }),
      project: () => removeForGood(ctx, SYSTEM, { kind: 'project', id: project.id }),
    },
  };
}
const KINDS = ['submission', 'project'] as const;

/** An upload whose process was killed after moving the bytes to storage. */
async function movedUpload(submissionId: string) {
  const bytes = await newPhoto();
  const file = { submissionId, name: 'a.jpg', size: bytes.length };
  const id = ((await tus.create(file)).headers.get('location') ?? '').slice(-36);
  await ctx.storage.put(originalKey(id), bytes);
  await ctx.db.as(SYSTEM, (tx) =>
    tx.updateTable('uploads').set({ state: 'received' }).where('id', '=', id).execute(),
  );
  return id;
}

test.each(KINDS)(
  'deleting a %s deletes the stored and partly moved bytes of its files',
  async (kind) => {
    const { submission, remove, end } = await makeWeek();
    const { id } = await makeFile(ctx, submission);
    const moved = await movedUpload(submission.id);
    await remove[kind]();
    expect(await waitingJobs(moved)).toEqual(['remove-stored-files']);
    expect(await waitingJobs(id)).toEqual([]);
    await end[kind]();
    expect(await waitingJobs(id)).toEqual(['remove-stored-files']);
  },
);

test('canceling an upload deletes its partly moved bytes', async () => {
  const { submission } = await makeWeek();
  const moved = await movedUpload(submission.id);
  await discardUpload(ctx, SYSTEM, { id: moved });
  expect(await waitingJobs(moved)).toEqual(['remove-stored-files']);
});

describe('simultaneous actions', () => {
  test.each(KINDS)('a file added while its %s is deleted leaves no bytes', async (kind) => {
    const { submission, project, company, remove, end } = await makeWeek();
    const id = randomUUID();
    const file = { fileName: 'a.jpg', fileType: 'image/jpeg', fileSize: 1, kind: 'photo' } as const;
    const place = { submissionId: submission.id, projectId: project.id, companyId: company.id };
    const hash = { sha256: sha256(Buffer.from(id)), crc32: 0 };
    const [added, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const adding = ctx.db.as(SYSTEM, async (tx) => {
      await addFile(ctx, tx, { id, createdBy: null, ...file, ...place, ...hash });
      added.resolve();
      await go.promise;
    });
    await added.promise;
    const removed = remove[kind]();
    await waitUntilBlocked(ctx.db);
    go.resolve();
    await Promise.all([adding, removed]);
    await end[kind]();
    expect(await waitingJobs(id)).toContain('remove-stored-files');
  });

  test.each([
    ['submission', 'SUBMISSION_NOT_FOUND'],
    ['project', 'PROJECT_NOT_FOUND'],
  ] as const)(
    'the second of two people who delete a %s gets a not-found error',
    async (kind, code) => {
      const { submission, project, remove } = await makeWeek();
      const id = { submission: submission.id, project: project.id }[kind];
      const held = await holdRow(ctx.db, `${kind}s`, id);
      const both = Promise.allSettled([remove[kind](), remove[kind]()]);
      await waitUntilBlocked(ctx.db, 2);
      await held.release();
      expect((await both).toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
        { status: 'fulfilled' },
        { status: 'rejected', reason: { code } },
      ]);
    },
  );

  test('finishing an upload locks its submission before itself', async () => {
    const { submission } = await makeWeek();
    const bytes = await newPhoto();
    const created = await tus.create({
      submissionId: submission.id,
      name: 'a.jpg',
      size: bytes.length,
    });
    const location = created.headers.get('location') ?? '';
    const held = await holdRow(ctx.db, 'submissions', submission.id);
    const sent = tus.patch(location, 0, bytes);
    await waitUntilBlocked(ctx.db);
    expect(await held.isFree('uploads', location.slice(-36))).toBe(true);
    await held.release();
    expect(await sent).toMatchObject({ status: 204 });
    expect(await actions.fileRow(location.slice(-36))).toMatchObject({ state: 'processing' });
  });
});
