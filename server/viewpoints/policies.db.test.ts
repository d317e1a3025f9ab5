import { sql, type RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('anyone who sees a photo sees its alignment, and only staff see staff data of viewpoints', async () => {
  const { ctx, change } = site;
  const { project, client, staff } = await makeProjectWithPeople(ctx);
  const [week, draft] = [
    await makeSubmission(ctx, project.id, { published: true }),
    await makeSubmission(ctx, project.id),
  ];
  const [shown, other] = [await makeFile(ctx, week), await makeFile(ctx, draft)];
  const viewpoint = await makeViewpoint(ctx, project.id);
  await makeViewpoint(ctx, project.id, { isHidden: true });
  await change(
    `insert into registrations (file_id, reference_id, reason, created_at)
     values ($1, $2, 'unsure', now()), ($2, $1, 'unsure', now())`,
    shown.id,
    other.id,
  );
  await change(
    'insert into viewpoint_poses (viewpoint_id, latitude, longitude) values ($1, 0, 0)',
    viewpoint.id,
  );
  await change(
    `insert into timelapses (viewpoint_id, content_key, content, file_name, created_at, updated_at)
     values ($1, 'k', '{}', 'a.mp4', now(), now())`,
    viewpoint.id,
  );
  const link = await makeShareLink(ctx, client.viewer, { projectId: project.id });
  const as = (viewer: Viewer, query: RawBuilder<{ id: string }>) =>
    ctx.db.as(viewer, async (tx) => (await query.execute(tx)).rows.map(({ id }) => id));
  const visitor: Viewer = { kind: 'share', shareLinkId: link.id };
  for (const viewer of [client.viewer, visitor]) {
    expect(await as(viewer, sql`select file_id as id from registrations`)).toEqual([shown.id]);
    expect(await as(viewer, sql`delete from registrations returning file_id as id`)).toEqual([]);
    expect(await as(viewer, sql`select id from viewpoints`)).toEqual([viewpoint.id]);
    expect(await as(viewer, sql`select id from viewpoint_poses`)).toEqual([]);
    expect(await as(viewer, sql`select id from timelapses`)).toEqual([]);
  }
  const { viewer } = staff;
  expect(await as(viewer, sql`select id from viewpoint_poses`)).toHaveLength(1);
  expect(await as(viewer, sql`select id from timelapses`)).toEqual([]);
});
