import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { SharedSubmissionFiles } from '#domain/share-links.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { removeFile, staffFiles } from '#server/files/service.ts';
import { insertFoundViewpoint } from './queries.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { viewOf } from '#test/fixtures/views.ts';
import { runSite } from '#test/site.ts';
import { alignPhoto } from './jobs.ts';
import { alignStored, resumeAlignment } from './align.ts';

const SYSTEM = { kind: 'system' } as const;
const PLACE = { latitude: 31.5, longitude: -97.1, name: 'Looking east', sortOrder: 1 };
const RUN = { isLastTry: false, signal: new AbortController().signal };
const site = runSite();
let projectId: string;
let client: Person;

beforeAll(async () => {
  const parties = await makeProjectWithPeople(site.ctx);
  projectId = parties.project.id;
  client = parties.client;
});

async function viewpoint(pictures: readonly Buffer[]) {
  const { ctx } = site;
  const { id: viewpointId } = await ctx.db.as(SYSTEM, (tx) =>
    insertFoundViewpoint(tx, { ...PLACE, name: randomUUID(), projectId }),
  );
  const week = await makeSubmission(ctx, projectId);
  const ids: string[] = [];
  for (const [i, bytes] of pictures.entries()) {
    const facts = { viewpointId, presets: [1024], width: 4096, height: 3072, sortOrder: i };
    const { id } = await makeFile(ctx, week, { ...facts, capturedAt: new Date(2026, 0, 1 + i) });
    await ctx.storage.put(presetKey(id, 1024), bytes);
    ids.push(id);
  }
  const alignments = async () => {
    const files = await staffFiles(ctx, SYSTEM, { submissionId: week.id });
    return ids.map((id) => files.find((file) => file.id === id)?.alignment);
  };
  return { ids, alignments };
}

/** Generous, because alignment has the lowest priority of all jobs. */
const PATIENCE_MS = 120_000;

test(
  'photos are aligned to the first photo of their viewpoint, except those without a picture',
  async () => {
    const { ids, alignments } = await viewpoint([
      await viewOf(1),
      await viewOf(1, { x: 30, y: -20 }),
    ]);
    const [one = '', two = ''] = ids;
    expect(await alignments()).toEqual([null, null]);
    await alignStored(site.ctx, one, RUN);
    await alignStored(site.ctx, two, RUN);
    const [first, second] = await alignments();
    const common = { state: 'aligned', reference: one };
    expect(first).toMatchObject({ ...common, matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] });
    expect(second).toMatchObject(common);
    if (second?.state !== 'aligned') throw new Error('not aligned');
    expect(second.matrix[2]).toBeCloseTo(120, 0);

    await site.change("update files set presets = '{}' where id = $1", two);
    await site.rows.deleteFrom('registrations').where('fileId', '=', two).execute();
    await alignStored(site.ctx, two, RUN);
    expect((await alignments())[1]).toEqual({ state: 'not-aligned', reason: 'no-picture' });
  },
  PATIENCE_MS,
);

test('another photo replaces a deleted reference, even one chosen by staff', async () => {
  const { ids, alignments } = await viewpoint([await viewOf(4), await viewOf(4)]);
  const [reference = '', rest = ''] = ids;
  await alignStored(site.ctx, reference, RUN);
  await site.change(
    'update viewpoints set is_reference_chosen = true where reference_id = $1',
    reference,
  );
  await removeFile(site.ctx, SYSTEM, { id: reference });
  await resumeAlignment(site.ctx);
  const { pending } = await site.ctx.queue.list(alignPhoto);
  expect(pending).toContainEqual({ fileId: rest });
  await alignStored(site.ctx, rest, RUN);
  expect((await alignments())[1]).toMatchObject({ state: 'aligned', reference: rest });
});

test('clients and visitors see no reference from a draft or a hidden viewpoint', async () => {
  const { ctx, change } = site;
  const { id: viewpointId } = await ctx.db.as(SYSTEM, (tx) =>
    insertFoundViewpoint(tx, { ...PLACE, name: 'West', sortOrder: 3, projectId }),
  );
  const [draft, week] = [
    await makeSubmission(ctx, projectId),
    await makeSubmission(ctx, projectId, { published: true }),
  ];
  const reference = await makeFile(ctx, draft, { viewpointId });
  const photo = await makeFile(ctx, week, { viewpointId });
  await change('update viewpoints set reference_id = $2 where id = $1', viewpointId, reference.id);
  await site.rows
    .insertInto('registrations')
    .values({
      fileId: photo.id,
      referenceId: reference.id,
      createdAt: new Date(),
      matrix: [1, 0, 5, 0, 1, 0, 0, 0, 1],
    })
    .execute();
  const api = site.as(client);
  const publishedFile = async () =>
    (await api.files.listPublished({ submissionId: week.id })).files[0];
  const { token } = await makeShareLink(ctx, client.viewer, { projectId });
  const visited = async () => {
    const answer = await site.inject({ url: `/api/shared/${token}/submissions/${week.id}/files` });
    return SharedSubmissionFiles.parse(answer.json()).files[0];
  };
  const shownReference = {
    viewpointId,
    viewpointName: 'West',
    viewpointOrder: 3,
    alignment: { state: 'aligned', reference: viewpointId },
  };
  expect(await publishedFile()).toMatchObject(shownReference);
  expect(await visited()).toMatchObject(shownReference);
  const history = await api.viewpoints.get({ id: viewpointId });
  expect(JSON.stringify(history)).not.toContain(reference.id);
  await change('update viewpoints set is_hidden = true where id = $1', viewpointId);
  const hiddenReference = {
    viewpointId: null,
    viewpointName: null,
    viewpointOrder: null,
    alignment: null,
  };
  expect(await publishedFile()).toMatchObject(hiddenReference);
  expect(await visited()).toMatchObject(hiddenReference);
});

test('photos are processed in batches after an upgrade', async () => {
  const { ctx } = site;
  const { id: viewpointId } = await ctx.db.as(SYSTEM, (tx) =>
    insertFoundViewpoint(tx, { ...PLACE, name: 'East', projectId }),
  );
  const week = await makeSubmission(ctx, projectId);
  for (let i = 0; i < 70; i++) await makeFile(ctx, week, { viewpointId });
  await resumeAlignment(ctx);
  await resumeAlignment(ctx);
  expect((await ctx.queue.list(alignPhoto)).pending).toHaveLength(60);
});
