import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  makeFile,
  makePerson,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

// Tests the policies without the service, which never tries most of this.
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld() {
  const { ctx } = site;
  const people = await makeProjectWithPeople(ctx);
  const colleague = await makePerson(ctx, 'client', { companyId: people.company.id });
  const stranger = (await makeProjectWithPeople(ctx)).client;
  const week = await makeSubmission(ctx, people.project.id, { published: true });
  const draft = await makeSubmission(ctx, people.project.id);
  const [file, inDraft] = [await makeFile(ctx, week), await makeFile(ctx, draft)];
  const link = await makeShareLink(ctx, people.client.viewer, { projectId: people.project.id });
  const visitor: Viewer = { kind: 'share', shareLinkId: link.id };
  return { ...people, colleague, stranger, file, inDraft, link, visitor };
}
beforeAll(async () => {
  world = await makeWorld();
});

const as = <T>(viewer: Viewer, statement: ReturnType<typeof sql<T>>) =>
  site.ctx.db.as(viewer, async (tx) => (await statement.execute(tx)).rows);
const idsOf = async (viewer: Viewer, table: 'pins' | 'pin_replies') =>
  (await as(viewer, sql<{ id: string }>`select id from ${sql.table(table)}`)).map(({ id }) => id);

async function pin(
  viewer: Viewer,
  by: string,
  fields: { fileId?: string; isInternal?: boolean } = {},
) {
  const [id, { fileId = world.file.id, isInternal = false }] = [randomUUID(), fields];
  await as(
    viewer,
    sql`insert into pins (id, file_id, submission_id, x, y, kind, text, is_internal, created_by)
      values (${id}, ${fileId}, (select submission_id from files where id = ${fileId}), 0, 0, 'note', 'Crack', ${isInternal}, ${by})`,
  );
  await as(
    viewer,
    sql`insert into pin_replies (id, pin_id, text, created_by) values (${randomUUID()}, ${id}, 'Yes', ${by})`,
  );
  return id;
}

test('who sees pins and their replies', async () => {
  const { client, colleague, staff, stranger, visitor, inDraft, link } = world;
  const shown = await pin(client.viewer, client.id);
  const hidden = [
    await pin(staff.viewer, staff.id, { isInternal: true }),
    await pin(staff.viewer, staff.id, { fileId: inDraft.id }),
  ];
  for (const { viewer } of [client, colleague]) {
    expect(await idsOf(viewer, 'pins')).toEqual([shown]);
    expect(await idsOf(viewer, 'pin_replies')).toHaveLength(1);
  }
  expect(await idsOf(staff.viewer, 'pins')).toEqual(expect.arrayContaining([shown, ...hidden]));
  for (const viewer of [stranger.viewer, visitor, { kind: 'anonymous' } as const]) {
    expect(await idsOf(viewer, 'pins')).toEqual([]);
    expect(await idsOf(viewer, 'pin_replies')).toEqual([]);
  }
  await site.ctx.db.pool.query('update share_links set show_pins = true where id = $1', [link.id]);
  expect(await idsOf(visitor, 'pins')).toEqual([shown]);
});

test('what clients and visitors may not write', async () => {
  const { client, colleague, stranger, visitor, inDraft } = world;
  const refusals = [
    () => pin(client.viewer, colleague.id),
    () => pin(client.viewer, client.id, { isInternal: true }),
    () => pin(client.viewer, client.id, { fileId: inDraft.id }),
    () => pin(stranger.viewer, stranger.id),
    () => pin(visitor, client.id),
  ];
  for (const refused of refusals) await expect(refused()).rejects.toThrow('row-level security');
  const id = await pin(client.viewer, client.id);
  await expect(
    as(client.viewer, sql`update pins set is_internal = true where id = ${id}`),
  ).rejects.toThrow('row-level security');
  await as(stranger.viewer, sql`update pins set text = 'No'`);
  await expect(as(client.viewer, sql`delete from pins`)).rejects.toThrow('permission denied');
  for (const column of ['created_by', 'file_id', 'deleted_at'])
    await expect(as(client.viewer, sql`update pins set ${sql.ref(column)} = null`)).rejects.toThrow(
      'permission denied',
    );
  const texts = await as(colleague.viewer, sql<{ text: string }>`select distinct text from pins`);
  expect(texts).toEqual([{ text: 'Crack' }]);
});
