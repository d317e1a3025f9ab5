import { beforeAll, expect, test } from 'vitest';
import type { Project } from '#domain/projects.ts';
import { testDatabaseKind } from '#test/database.ts';
import {
  makeCompany,
  makeFile,
  makePerson,
  makeProject,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { untilBlocked } from '#test/row-locks.ts';
import { useSite } from '#test/site.ts';
import {
  publishSubmission,
  removeSubmission,
  unpublishSubmission,
} from '../submissions/service.ts';

const SYSTEM = { kind: 'system' } as const;

const site = useSite();
let client: Person;
let projectId: string;
beforeAll(async () => {
  const { ctx } = site;
  const company = await makeCompany(ctx);
  client = await makePerson(ctx, 'client', { companyId: company.id });
  projectId = (await makeProject(ctx, company.id)).id;
});

/** A submission with a photo, ready to be published. */
async function makeDraft() {
  const { id } = await makeSubmission(site.ctx, projectId);
  await makeFile(site.ctx, { id, projectId });
  return id;
}

async function counted() {
  const response = await site.inject({
    method: 'GET',
    url: '/api/projects',
    headers: { cookie: client.cookie },
  });
  const [project] = response.json<{ projects: Project[] }>().projects;
  return [project?.submissionCount, project?.lastPublishedAt];
}

test('a project tells how many submissions are published and when the last one was', async () => {
  const { ctx, clock } = site;
  const [first, second] = [await makeDraft(), await makeDraft()];
  expect(await counted()).toEqual([0, null]);

  const early = clock.now().toISOString();
  await publishSubmission(ctx, SYSTEM, first);
  clock.advance(60_000);
  const late = clock.now().toISOString();
  await publishSubmission(ctx, SYSTEM, second);
  expect(await counted()).toEqual([2, late]);

  await unpublishSubmission(ctx, SYSTEM, second);
  expect(await counted()).toEqual([1, early]);

  await removeSubmission(ctx, SYSTEM, second);
  expect(await counted()).toEqual([1, early]);
  await removeSubmission(ctx, SYSTEM, first);
  expect(await counted()).toEqual([0, null]);
});

test.each(testDatabaseKind() === 'server' ? ['a server'] : [])(
  'on %s two publications of one project at the same moment are both counted',
  async () => {
    const { db } = site.ctx;
    const drafts = [await makeDraft(), await makeDraft()];
    const publish = `update submissions set status = 'published', published_at = now() where id = $1`;
    const [one, other] = [await db.pool.connect(), await db.pool.connect()];
    try {
      await one.query('begin');
      await one.query(publish, [drafts[0]]);
      const second = other.query(publish, [drafts[1]]);
      await untilBlocked(db);
      await one.query('commit');
      await second;
    } finally {
      one.release();
      other.release();
    }
    expect(await counted()).toMatchObject([2, expect.any(String)]);
  },
);
