import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { InvitationInput } from '#domain/invitations.ts';
import type { Role } from '#domain/roles.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { type Site, runSite } from '#test/site.ts';
import {
  makeCompany,
  makeFile,
  makeFormSubmission,
  makeInvitation,
  makeNotification,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
  makeUnsentMail,
  type Person,
} from '#test/factories.ts';

// Tests db/policies.sql without the services, which never try most of this.
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

type LinkColumns = { createdBy: string; projectId: string; submissionId: string };

async function makeSite({ ctx }: Site, companyId: string) {
  const project = await makeProject(ctx, companyId);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const draft = await makeSubmission(ctx, project.id);
  const files = [
    await makeFile(ctx, week),
    await makeFile(ctx, week, { state: 'processing' }),
    await makeFile(ctx, draft),
  ];
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    `insert into viewpoints (project_id, name, latitude, longitude) values ($1, 'North', 31.5, -97.1)
     returning id`,
    [project.id],
  );
  return { project, week, draft, shownFile: files[0]?.id, viewpoint: rows[0]?.id };
}

async function makeWorld(made: Site) {
  const { ctx } = made;
  const [company, elsewhere] = [await makeCompany(ctx), await makeCompany(ctx)];
  const [own, theirs] = [await makeSite(made, company.id), await makeSite(made, elsewhere.id)];
  const people = {
    client: await makePerson(ctx, 'client', { companyId: company.id }),
    colleague: await makePerson(ctx, 'client', { companyId: company.id }),
    member: await makePerson(ctx, 'client'),
    manager: await makePerson(ctx, 'project_manager'),
    admin: await makePerson(ctx, 'admin'),
  };
  const stranger = await makePerson(ctx, 'client');
  await ctx.db.pool.query(
    'insert into project_members (project_id, person_id) values ($1, $2), ($3, $4)',
    [own.project.id, people.member.id, theirs.project.id, stranger.id],
  );
  return { company, own, theirs, ...people };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

const run = (statement: string, values: unknown[] = []) =>
  site.ctx.db.pool.query(statement, values);
const as = <T>(viewer: Viewer, statement: ReturnType<typeof sql<T>>) =>
  site.ctx.db.as(viewer, async (tx) => (await statement.execute(tx)).rows);
const idsOf = async (viewer: Viewer, table: keyof DB) =>
  (await as(viewer, sql<{ id: string }>`select id from ${sql.table(table)} order by id`)).map(
    ({ id }) => id,
  );
const join = ({ id }: { id: string }) =>
  run('insert into project_members (project_id, person_id) values ($1, $2)', [
    world.own.project.id,
    id,
  ]);
const invited = (role: Role) =>
  InvitationInput.parse({
    role,
    companyId: world.company.id,
    contactName: 'Ada',
    email: `${role}@invited.example`,
  });
const linkOf = ({ viewer }: { viewer: Viewer }) =>
  makeShareLink(site.ctx, viewer, { projectId: world.own.project.id });

describe('reading', () => {
  test.each(['client', 'member'] as const)(
    "a %s sees only the project's published and ready content",
    async (name) => {
      const { own } = world;
      const seen = await Promise.all(
        (['projects', 'submissions', 'files', 'viewpoints'] as const).map((table) =>
          idsOf(world[name].viewer, table),
        ),
      );
      expect(seen).toEqual([[own.project.id], [own.week.id], [own.shownFile], [own.viewpoint]]);
    },
  );

  test('only staff see Google Drive transfers', async () => {
    const { client, member, manager } = world;
    await run(
      `insert into drive_transfers (submission_id, direction, created_at, updated_at)
       select id, 'import', now(), now() from submissions`,
    );
    await run(
      `insert into drive_transfer_files (transfer_id, position, drive_file_id, name)
       select id, 0, 'drive', 'a.jpg' from drive_transfers`,
    );
    const link = await linkOf(client);
    const visitor: Viewer = { kind: 'share', shareLinkId: link.id };
    for (const table of ['driveTransfers', 'driveTransferFiles'] as const) {
      for (const viewer of [client.viewer, member.viewer, visitor]) {
        expect(await idsOf(viewer, table)).toEqual([]);
      }
      expect((await idsOf(manager.viewer, table)).length).toBeGreaterThan(1);
    }
  });

  test('viewers of a video see its chapters but cannot change them', async () => {
    const { own, theirs } = world;
    await run("insert into chapters (file_id, seconds, name) select id, 1, 'Crane' from files");
    const link = await linkOf(world.client);
    const visitor: Viewer = { kind: 'share', shareLinkId: link.id };
    const add = sql`insert into chapters (file_id, seconds, name) values (${own.shownFile}, 2, 'Roof')`;
    for (const viewer of [world.client.viewer, world.member.viewer, visitor]) {
      const seen = await as(viewer, sql`select file_id as "fileId" from chapters`);
      expect(seen).toEqual([{ fileId: own.shownFile }]);
      await expect(as(viewer, add)).rejects.toThrow('row-level security');
    }
    const all = await as(
      world.manager.viewer,
      sql`select 1 from chapters where file_id in (${own.shownFile}, ${theirs.shownFile})`,
    );
    expect(all).toHaveLength(2);
  });

  test('a share visitor sees only that link and its project', async () => {
    const link = await linkOf(world.client);
    await linkOf(world.colleague);
    const visitor: Viewer = { kind: 'share', shareLinkId: link.id };
    expect(await idsOf(visitor, 'projects')).toEqual([world.own.project.id]);
    expect(await idsOf(visitor, 'viewpoints')).toEqual([world.own.viewpoint]);
    expect(await idsOf(visitor, 'shareLinks')).toEqual([link.id]);
  });

  test("a company's clients see its standalone files once they are ready", async () => {
    const company = await makeCompany(site.ctx);
    const alone = { projectId: null, companyId: company.id, submissionId: null };
    const standalone = async (changes: object) =>
      (await makeFile(site.ctx, world.own.week, { ...alone, ...changes })).id;
    const shown = await standalone({});
    await standalone({ state: 'processing' });
    await standalone({ companyId: null });
    const client = await makePerson(site.ctx, 'client', { companyId: company.id });
    const unverified = { companyId: company.id, emailVerified: false };
    const others = [await makePerson(site.ctx, 'client', unverified), world.member, world.client];
    expect(await idsOf(client.viewer, 'files')).toEqual([shown]);
    for (const { viewer } of others) expect(await idsOf(viewer, 'files')).not.toContain(shown);
  });

  test('a client sees only their own profile and company', async () => {
    expect(await idsOf(world.client.viewer, 'profiles')).toEqual([world.client.id]);
    expect(await idsOf(world.client.viewer, 'companies')).toEqual([world.company.id]);
  });

  test('a client sees their own project memberships, but no other members', async () => {
    const members = (viewer: Viewer) =>
      as(viewer, sql`select person_id as "personId" from project_members`);
    expect(await members(world.client.viewer)).toEqual([]);
    expect(await members(world.member.viewer)).toEqual([{ personId: world.member.id }]);
  });

  test("only its owner reads a link's views", async () => {
    const link = await linkOf(world.client);
    await run(
      "insert into share_views (share_link_id, visitor_hash, half_hour) values ($1, 'x', now())",
      [link.id],
    );
    const count = sql<{ count: number }>`
      select count(*) from share_views where share_link_id = ${link.id}`;
    expect(await as(world.client.viewer, count)).toEqual([{ count: 1 }]);
    expect(await as(world.colleague.viewer, count)).toEqual([{ count: 0 }]);
  });

  test("a person's notifications and their settings are hidden from everyone else, even staff", async () => {
    const { client, colleague, admin, own } = world;
    for (const submissionId of [own.week.id, own.draft.id]) {
      await makeNotification(site.ctx, client.id, { submissionId });
    }
    await run(
      "insert into notification_settings values ($1, 'week-published', true, 'weekly'::mail_pace)",
      [client.id],
    );
    const settings = sql`select mail from notification_settings`;
    const notifications = sql`select submission_id as "submissionId" from notifications`;
    expect(await as(client.viewer, settings)).toEqual([{ mail: 'weekly' }]);
    expect(await as(client.viewer, notifications)).toEqual([{ submissionId: own.week.id }]);
    for (const { viewer } of [colleague, admin]) {
      expect(await as(viewer, settings)).toEqual([]);
      expect(await as(viewer, notifications)).toEqual([]);
      await as(viewer, sql`update notifications set read_at = now()`);
    }
    const read = sql`select id from notifications where read_at is not null`;
    expect(await as(client.viewer, read)).toEqual([]);
  });

  test('only staff see office data', async () => {
    const { ctx } = site;
    await makeUnsentMail(ctx);
    await makeFormSubmission(ctx);
    await makeInvitation(ctx, world.admin.viewer, invited('client'));
    await run(
      `insert into uploads (submission_id, created_by, file_name, file_size) values ($1, $2, 'a.jpg', 1)`,
      [world.own.draft.id, world.manager.id],
    );
    const share: Viewer = { kind: 'share', shareLinkId: (await linkOf(world.client)).id };
    const rest: Viewer[] = [world.client.viewer, share, { kind: 'anonymous' }];
    for (const table of [
      'auditLog',
      'formSubmissions',
      'invitations',
      'mails',
      'uploads',
    ] as const) {
      expect([table, await idsOf(world.manager.viewer, table)]).not.toEqual([table, []]);
      for (const viewer of rest) expect([table, await idsOf(viewer, table)]).toEqual([table, []]);
    }
  });

  test('only active admins see staff invitations', async () => {
    const { id } = await makeInvitation(site.ctx, world.admin.viewer, invited('operator'));
    const sees = async ({ viewer }: Person) => (await idsOf(viewer, 'invitations')).includes(id);
    const leaving = await makePerson(site.ctx, 'admin');
    expect([await sees(leaving), await sees(world.manager)]).toEqual([true, false]);
    await run('update profiles set is_active = false where id = $1', [leaving.id]);
    expect(await sees(leaving)).toBe(false);
  });

  test.each([
    ['is deactivated', 'update profiles set is_active = false where id = $1'],
    ['loses verification', 'update auth.users set email_verified = false where id = $1'],
  ])('a member who %s sees nothing from then on', async (_what, statement) => {
    const leaving = await makePerson(site.ctx, 'client');
    await join(leaving);
    expect(await idsOf(leaving.viewer, 'files')).toEqual([world.own.shownFile]);
    await run(statement, [leaving.id]);
    expect(await idsOf(leaving.viewer, 'files')).toEqual([]);
  });
});

describe('share links', () => {
  const insert = (owner: { id: string; viewer: Viewer }, columns: Partial<LinkColumns>) => {
    const link = { createdBy: owner.id, projectId: world.own.project.id, ...columns };
    return as(
      owner.viewer,
      sql`insert into share_links (project_id, submission_id, created_by, token_hash, token_encrypted)
        values (${link.projectId}, ${link.submissionId ?? null}, ${link.createdBy}, ${randomUUID()}, 'x')`,
    );
  };

  test('a client creates links to projects and submissions they can see', async () => {
    await expect(insert(world.client, {})).resolves.toEqual([]);
    await expect(insert(world.client, { submissionId: world.own.week.id })).resolves.toEqual([]);
  });

  test.each([
    ["in another person's name", () => ({ createdBy: world.colleague.id })],
    ["to another company's project", () => ({ projectId: world.theirs.project.id })],
    ['to a draft', () => ({ submissionId: world.own.draft.id })],
    ["to another company's submission", () => ({ submissionId: world.theirs.week.id })],
  ])('a client cannot create a link %s', async (_what, columns) => {
    await expect(insert(world.client, columns())).rejects.toThrow('row-level security');
  });

  // Without a condition, nothing is read, so the read policy doesn't narrow the update.
  test('a client closes and deletes only their own links', async () => {
    const [own, other] = [await linkOf(world.client), await linkOf(world.colleague)];
    const left = async () =>
      (
        await run('select id, is_active from share_links where id = any($1) order by is_active', [
          [own.id, other.id],
        ])
      ).rows;
    await as(world.client.viewer, sql`update share_links set is_active = false`);
    expect(await left()).toEqual([
      { id: own.id, is_active: false },
      { id: other.id, is_active: true },
    ]);
    await as(world.client.viewer, sql`delete from share_links`);
    expect(await left()).toEqual([{ id: other.id, is_active: true }]);
  });
});

describe('maps and measurements', () => {
  async function makeMaps() {
    const { ctx } = site;
    const company = await makeCompany(ctx);
    const { project, week, draft } = await makeSite(site, company.id);
    const clientOf = () => makePerson(ctx, 'client', { companyId: company.id });
    const [owner, colleague] = [await clientOf(), await clientOf()];
    const shown = await makeRaster(ctx, week);
    const linkWith = async (showMaps: boolean): Promise<Viewer> => {
      const link = await makeShareLink(ctx, owner.viewer, { projectId: project.id, showMaps });
      return { kind: 'share', shareLinkId: link.id };
    };
    await makeRaster(ctx, draft);
    const visitors = { open: await linkWith(true), mapless: await linkWith(false) };
    return { week, draft, owner, colleague, shown, visitors };
  }
  const keep = (viewer: Viewer, submissionId: string, by: string) =>
    as(
      viewer,
      sql`insert into measurements (submission_id, title, measure, result, created_by)
        values (${submissionId}, 'Yard', '{}', '{}', ${by})`,
    );
  const rastersOf = async (viewer: Viewer) =>
    (await as(viewer, sql<{ id: string }>`select file_id as id from rasters`)).map(({ id }) => id);

  test('are visible to viewers of the week, and to visitors if the link shows maps', async () => {
    const { week, draft, owner, colleague, shown, visitors } = await makeMaps();
    await keep(owner.viewer, week.id, owner.id);
    await keep(world.manager.viewer, draft.id, world.manager.id);
    for (const viewer of [owner.viewer, colleague.viewer, visitors.open]) {
      expect(await rastersOf(viewer)).toEqual([shown.id]);
      expect(await idsOf(viewer, 'measurements')).toHaveLength(1);
    }
    for (const viewer of [world.client.viewer, visitors.mapless]) {
      expect(await rastersOf(viewer)).toEqual([]);
      expect(await idsOf(viewer, 'measurements')).toEqual([]);
    }
    await as(owner.viewer, sql`delete from rasters`);
    expect(await rastersOf(owner.viewer)).toEqual([shown.id]);
  });

  test('clients create, rename and delete their own measurements; visitors cannot', async () => {
    const { week, draft, owner, colleague, visitors } = await makeMaps();
    const refused: [Viewer, string, string][] = [
      [owner.viewer, draft.id, owner.id],
      [owner.viewer, world.theirs.week.id, owner.id],
      [owner.viewer, week.id, colleague.id],
      [visitors.open, week.id, owner.id],
    ];
    for (const [viewer, submissionId, by] of refused)
      await expect(keep(viewer, submissionId, by)).rejects.toThrow('row-level security');
    for (const { viewer, id } of [owner, colleague]) await keep(viewer, week.id, id);
    await as(owner.viewer, sql`update measurements set title = 'Pit'`);
    await as(visitors.open, sql`update measurements set title = 'Road'`);
    const left = sql`select title from measurements order by title`;
    expect(await as(colleague.viewer, left)).toEqual([{ title: 'Pit' }, { title: 'Yard' }]);
    for (const viewer of [owner.viewer, visitors.open])
      await as(viewer, sql`delete from measurements`);
    expect(await as(colleague.viewer, left)).toEqual([{ title: 'Yard' }]);
  });
});

describe('writing', () => {
  test('anyone can send a message', async () => {
    const message = sql`insert into form_submissions (name, email, message)
      values ('Ada', 'ada@site.example', 'Hello')`;
    await expect(as({ kind: 'anonymous' }, message)).resolves.toEqual([]);
  });

  test("nobody writes audit entries in another person's name", async () => {
    const entry = (kind: string, id: string | null) =>
      sql`insert into audit_log (actor_kind, actor_id, action, subject_type) values (${kind}, ${id}, 'test', 'test')`;
    const { manager, client } = world;
    await expect(as(manager.viewer, entry('staff', manager.id))).resolves.toEqual([]);
    for (const wrong of [
      entry('system', null),
      entry('client', manager.id),
      entry('staff', client.id),
    ]) {
      await expect(as(manager.viewer, wrong)).rejects.toThrow('row-level security');
    }
  });

  test.each([
    ['reading the text of an email', 'select plain_text from mails'],
    ['deleting a person', 'delete from profiles'],
    ['changing an audit entry', "update audit_log set action = 'other'"],
    ['deleting an audit entry', 'delete from audit_log'],
    ['giving a link to another person', 'update share_links set created_by = created_by'],
    ['changing the result of a measurement', "update measurements set result = '{}'"],
    ['moving a link to another project', 'update share_links set project_id = project_id'],
    ['reading account secrets', 'select id from auth.users'],
    ['reading provider bindings', 'select from auth.provider_accounts'],
  ])('%s is refused even to the system without owner rights', async (_what, statement) => {
    await expect(as({ kind: 'system' }, sql.raw(statement))).rejects.toThrow('permission denied');
  });
});
