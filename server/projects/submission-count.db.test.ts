import type { Kysely } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { makeFile, makeProjectWithPeople, makeSubmission, type Person } from '#test/factories.ts';
import { waitUntilBlocked } from '#test/row-locks.ts';
import { runSite } from '#test/site.ts';
import {
  publishSubmission,
  removeSubmission,
  unpublishSubmission,
} from '../submissions/service.ts';

const SYSTEM = { kind: 'system' } as const;

const site = runSite();
let client: Person;
let projectId: string;
beforeAll(async () => {
  const { ctx } = site;
  const parties = await makeProjectWithPeople(ctx);
  client = parties.client;
  projectId = parties.project.id;
});

async function makeDraft() {
  const { id } = await makeSubmission(site.ctx, projectId);
  await makeFile(site.ctx, { id, projectId });
  return id;
}

async function counted() {
  const [project] = (await site.as(client).projects.list({})).projects;
  return [project?.submissionCount, project?.lastPublishedAt];
}

test('a project has its number of published submissions and the last publication time', async () => {
  const { ctx, clock } = site;
  const [first, second] = [await makeDraft(), await makeDraft()];
  expect(await counted()).toEqual([0, null]);

  const early = clock.now().toISOString();
  await publishSubmission(ctx, SYSTEM, { id: first });
  clock.advance(60_000);
  const late = clock.now().toISOString();
  await publishSubmission(ctx, SYSTEM, { id: second });
  expect(await counted()).toEqual([2, late]);

  await unpublishSubmission(ctx, SYSTEM, { id: second });
  expect(await counted()).toEqual([1, early]);

  await removeSubmission(ctx, SYSTEM, { id: second });
  expect(await counted()).toEqual([1, early]);
  await removeSubmission(ctx, SYSTEM, { id: first });
  expect(await counted()).toEqual([0, null]);
});

test('a project counts drafts and archived submissions, without those in the bin', async () => {
  const { ctx } = site;
  const {
    project: { id: ofItsOwn },
  } = await makeProjectWithPeople(ctx);
  const states = async () =>
    site.rows
      .selectFrom('projects')
      .select(['draftCount', 'archivedCount', 'submissionCount'])
      .where('id', '=', ofItsOwn)
      .executeTakeFirstOrThrow();
  const first = await makeSubmission(ctx, ofItsOwn);
  const second = await makeSubmission(ctx, ofItsOwn);
  expect(await states()).toEqual({ draftCount: 2, archivedCount: 0, submissionCount: 0 });
  await site.rows
    .updateTable('submissions')
    .set({ status: 'archived' })
    .where('id', '=', first.id)
    .execute();
  expect(await states()).toEqual({ draftCount: 1, archivedCount: 1, submissionCount: 0 });
  await removeSubmission(ctx, SYSTEM, { id: second.id });
  expect(await states()).toEqual({ draftCount: 0, archivedCount: 1, submissionCount: 0 });
});

test('two simultaneous publications in one project are both counted', async () => {
  const [first, second] = [await makeDraft(), await makeDraft()];
  const publish = (db: Kysely<DB>, id: string) =>
    db
      .updateTable('submissions')
      .set({ status: 'published', publishedAt: new Date() })
      .where('id', '=', id)
      .execute();
  const one = await site.rows.startTransaction().execute();
  await publish(one, first);
  const other = publish(site.rows, second);
  await waitUntilBlocked(site.ctx.db);
  await one.commit().execute();
  await other;
  expect(await counted()).toMatchObject([2, expect.any(String)]);
});
