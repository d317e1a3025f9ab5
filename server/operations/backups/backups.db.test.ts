import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openServer, type Database } from '#server/platform/db/database.ts';
import { SCHEMA } from '#server/context.ts';
import { checkChain } from '#server/events/audit/service.ts';
import { inviteAdmin } from '#server/people/invitations/service.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import { originalKey, presetKey } from '#server/platform/storage/storage.ts';
import { createServerDatabase, openTestDatabase, testLog } from '#test/database.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeShareLink,
  makeSubmission,
} from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { openSite, runSite, type Site } from '#test/site.ts';
import { originalPath } from './format.ts';
import { makeBackup, restoreBackup } from './service.ts';

const site = runSite();
const folders = temporaryFolder();
let number = 0;
const opened: (() => Promise<void>)[] = [];
let embedded: Site;
// All tests share this site because opening it is slow.
beforeAll(async () => {
  embedded = await openSite({ db: await openTestDatabase('embedded') });
});
afterAll(() => embedded.close());
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/**
 * An installation without data: on a `server`, a database that was never used; otherwise a migrated copy, for speed.
 */
async function emptyTarget(kind?: 'server' | 'embedded') {
  const dataDir = folders.path(`target-${++number}`);
  const db = kind === 'server' ? await newServer() : await openTestDatabase(kind);
  opened.push(() => db.close());
  const storage = diskStorage(join(dataDir, 'storage'));
  return { db, storage, dataDir, schema: SCHEMA, takeKey: async () => true };
}

async function newServer(): Promise<Database> {
  const { url, drop } = await createServerDatabase();
  opened.push(drop);
  return openServer(url, testLog);
}

async function makeWorld({ ctx }: Pick<Site, 'ctx'> = site) {
  const { project } = await makeProjectWithPeople(ctx);
  const staff = await makePerson(ctx, 'admin');
  const week = await makeSubmission(ctx, project.id, { published: true });
  const inWeek = { id: week.id, projectId: project.id };
  await makeShareLink(ctx, staff.viewer, { projectId: project.id });
  return { inWeek, files: [await makeFile(ctx, inWeek), await makeFile(ctx, inWeek)] };
}

/** Counts and checksums that a restore must not change. */
const sumOf = async ({ pool }: Pick<Database, 'pool'>) =>
  (
    await pool.query<Record<string, string>>(`
      select (select md5(string_agg(f.id || f.sha256 || f.created_at, ',' order by f.id)) from files f) as files,
        (select md5(string_agg(to_jsonb(s)::text, ',' order by s.id)) from submissions s) as submissions,
        (select md5(string_agg(to_jsonb(p)::text, ',' order by p.id)) from projects p) as projects,
        (select md5(string_agg(to_jsonb(l)::text, ',' order by l.id)) from share_links l) as links,
        (select md5(string_agg(to_jsonb(u)::text, ',' order by u.id)) from auth.users u) as users,
        (select md5(string_agg(to_jsonb(a)::text, ',' order by a.id)) from audit_log a) as audit,
        (select md5(string_agg(to_jsonb(c)::text, ',' order by c.position)) from audit_chain c) as chain`)
  ).rows[0];

test.each([
  ['server', 'server'],
  ['server', 'embedded'],
  ['embedded', 'server'],
  ['embedded', 'embedded'],
] as const)(
  'a backup of the %s database is restored on the %s database, bytes and rows',
  { timeout: 90_000 },
  async (from, to) => {
    const source = from === 'server' ? site : embedded;
    const { files } = await makeWorld(source);
    const root = folders.path(`backup-${++number}`);
    expect(await makeBackup(source.ctx, root)).toMatchObject({ problems: [] });
    const target = await emptyTarget(to);
    await restoreBackup(target, root);
    expect(await sumOf(target.db)).toEqual(await sumOf(source.ctx.db));
    for (const { id } of files) {
      expect(await target.storage.read(originalKey(id))).toEqual(
        await source.ctx.storage.read(originalKey(id)),
      );
    }
    const { rows } = await target.db.pool.query<{ id: number }>(
      `insert into audit_log (actor_kind, action, subject_type) values ('system', 'a.b', 'c') returning id`,
    );
    const [last] = await source.rows
      .selectFrom('auditLog')
      .select(sql<number>`max(id)`.as('id'))
      .execute();
    expect(rows[0]?.id).toBe((last?.id ?? 0) + 1);
    // The restored audit chain is valid and continues.
    const { entries, breakCount } = await checkChain(
      { ...source.ctx, db: target.db },
      { kind: 'system' },
    );
    expect([entries > 1, breakCount]).toEqual([true, 0]);
    await expect(restoreBackup(target, root)).rejects.toThrow('has data');
  },
);

test('nothing is sent after a restore until staff decide, and staff see what is pending', async () => {
  const { inWeek } = await makeWorld();
  const client = await makePerson(site.ctx, 'client');
  const createdAt = site.clock.now();
  const { rows } = site;
  const webhook = { name: 'Archive', url: 'https://archive.example', secret: 's', createdAt };
  const { id } = await rows
    .insertInto('webhooks')
    .values({ ...webhook, events: ['project.created'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const delivery = { webhookId: id, event: 'project.created', body: '{}', createdAt };
  await rows
    .insertInto('webhookDeliveries')
    .values({ ...delivery, nextTryAt: createdAt })
    .execute();
  const mail = { kind: 'news', recipient: 'client@site.example', subject: 'News', html: '' };
  await rows
    .insertInto('mails')
    .values({ ...mail, plainText: '', messageId: 'one@site.example' })
    .execute();
  const news = { kind: 'week-published', submissionId: inWeek.id, inApp: true } as const;
  await rows
    .insertInto('notifications')
    .values({ ...news, personId: client.id, mail: 'at-once', createdAt })
    .execute();
  const { id: transferId } = await rows
    .insertInto('driveTransfers')
    .values({ submissionId: inWeek.id, direction: 'save', createdAt, updatedAt: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await rows
    .insertInto('driveTransferFiles')
    .values({ transferId, position: 0, name: 'a.jpg', state: 'running' })
    .execute();
  const root = folders.path(`backup-${++number}`);
  await makeBackup(site.ctx, root);
  const target = await emptyTarget('server');
  const { held } = await restoreBackup(target, root);
  expect(held).toEqual({ webhooks: [id], emails: 1, transfers: 1 });
  const found = await target.db.pool.query(`
    select w.is_active, w.disabled_because, d.state as delivery, m.state as mail, n.mail as news, t.state as transfer,
      f.state as file from webhooks w, webhook_deliveries d, mails m, notifications n, drive_transfers t, drive_transfer_files f`);
  expect(found.rows).toEqual([
    {
      is_active: false,
      disabled_because: 'restored',
      delivery: 'failed',
      mail: 'failed',
      news: 'off',
      transfer: 'cancelled',
      file: 'cancelled',
    },
  ]);
});

test('a restored photo is ready if the backup has its pictures, and is processed again if not', async () => {
  const { inWeek } = await makeWorld();
  const ready = { state: 'ready' as const, presets: [256, 512] };
  const whole = await makeFile(site.ctx, inWeek, ready);
  const partly = await makeFile(site.ctx, inWeek, ready);
  const { storage } = site.ctx;
  await storage.put(presetKey(whole.id, 256), Buffer.from('small'));
  await storage.put(presetKey(whole.id, 512), Buffer.from('large'));
  await storage.put(presetKey(partly.id, 256), Buffer.from('small'));
  const root = folders.path(`backup-${++number}`);
  expect(await makeBackup(site.ctx, root, { pictures: true })).toMatchObject({ problems: [] });
  const target = await emptyTarget('server');
  await restoreBackup(target, root);
  const { rows } = await target.db.pool.query<{ id: string; state: string; presets: number[] }>(
    'select id, state, presets from files where id = any($1::uuid[])',
    [[whole.id, partly.id]],
  );
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ id: whole.id, ...ready });
  expect(rows).toContainEqual({ id: partly.id, state: 'processing', presets: [] });
  expect((await target.storage.read(presetKey(whole.id, 512))).toString()).toBe('large');
});

test('a second backup copies only new files, and a restore skips a file deleted meanwhile', async () => {
  const { inWeek, files } = await makeWorld();
  const root = folders.path(`backup-${++number}`);
  await makeBackup(site.ctx, root);
  site.clock.advance(60_000);
  const added = await makeFile(site.ctx, inWeek);
  const gone = files[0]?.id ?? '';
  // This file is deleted after its row was read and before its bytes are copied; only an earlier backup has them.
  await rm(join(root, originalPath(gone)));
  const storage = {
    ...site.ctx.storage,
    open: async (key: string) => {
      if (key === originalKey(gone)) {
        await site.rows.deleteFrom('files').where('id', '=', gone).execute();
        await site.ctx.storage.remove(key);
      }
      return site.ctx.storage.open(key);
    },
  };
  const report = await makeBackup({ ...site.ctx, storage }, root);
  expect(report).toMatchObject({ copied: 1, problems: [] });
  const target = await emptyTarget();
  await restoreBackup(target, root);
  const { rows } = await target.db.pool.query<{ id: string }>('select id from files');
  const ids = rows.map(({ id }) => id);
  expect(ids).toContain(added.id);
  expect(ids).not.toContain(gone);
});

test("two simultaneous backups don't interfere, although they copy the same originals", async () => {
  const { files } = await makeWorld();
  const root = folders.path(`backup-${++number}`);
  const [isRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = originalKey(files[0]?.id ?? '');
  async function* heldUp(bytes: AsyncIterable<Uint8Array>) {
    isRead.resolve();
    await goOn.promise;
    yield* bytes;
  }
  const open = async (key: string) => {
    const bytes = await site.ctx.storage.open(key);
    return key === held ? heldUp(bytes) : bytes;
  };
  const slow = makeBackup({ ...site.ctx, storage: { ...site.ctx.storage, open } }, root);
  await isRead.promise;
  site.clock.advance(1000);
  const quick = await makeBackup(site.ctx, root);
  goOn.resolve();
  for (const { folder, problems } of [await slow, quick]) {
    expect(problems).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual([
      'gone.json',
      'manifest-sha256.txt',
      'rows.json',
      'secret-key',
    ]);
    await restoreBackup(await emptyTarget('server'), folder);
  }
});

test("an unfinished backup doesn't count, and an altered one is refused", async () => {
  const { files } = await makeWorld();
  const root = folders.path(`backup-${++number}`);
  const { folder } = await makeBackup(site.ctx, root);
  const path = join(root, originalPath(files[0]?.id ?? ''));
  await writeFile(path, 'changed');
  const target = await emptyTarget();
  await expect(restoreBackup(target, root)).rejects.toThrow('was changed');
  const manifest = join(folder, 'manifest-sha256.txt');
  const lines = (await readFile(manifest, 'utf8')).split('\n');
  await writeFile(manifest, lines.slice(0, 2).join('\n'));
  await expect(restoreBackup(target, root)).rejects.toThrow(`${manifest} was changed`);
  await writeFile(manifest, ['-', ...lines].join('\n'));
  await expect(restoreBackup(target, root)).rejects.toThrow(`${manifest} was changed`);
  await rm(manifest);
  await expect(restoreBackup(target, root)).rejects.toThrow('no complete backup');
  await expect(restoreBackup(target, folder)).rejects.toThrow('no complete backup');
  expect(await readdir(folder)).toContain('rows.json');
});

test('missing and altered originals are all listed, and the rest can be restored on request', async () => {
  const { inWeek, files } = await makeWorld();
  const root = folders.path(`backup-${++number}`);
  const whole = await makeFile(site.ctx, inWeek);
  await makeBackup(site.ctx, root);
  const [changed = '', missing = ''] = files.map(({ id }) => join(root, originalPath(id)));
  await writeFile(changed, 'changed');
  await rm(missing);
  const target = await emptyTarget();
  const refused = await restoreBackup(target, root).catch((error: Error) => error.message);
  expect(refused).toContain(`${changed} was changed`);
  expect(refused).toContain(`${missing} is missing`);
  expect((await target.db.pool.query('select id from files')).rows).toEqual([]);

  const { problems } = await restoreBackup(target, root, { leavesOutDamaged: true });
  expect(problems.map((problem) => problem.replace(/ \(DJI-\d+\.JPG\)$/, '')).toSorted()).toEqual(
    [`${changed} was changed`, `${missing} is missing`].sort(),
  );
  expect(await target.storage.size(originalKey(whole.id))).not.toBeNull();
  const { rows } = await target.db.pool.query<{ id: string; state: string; error_code: string }>(
    'select id, state, error_code from files',
  );
  const stateOf = (id: string) => rows.find((row) => row.id === id);
  expect(stateOf(whole.id)?.error_code).toBeNull();
  for (const { id } of files)
    expect(stateOf(id)).toMatchObject({ state: 'failed', error_code: 'ORIGINAL_MISSING' });
});

test('an original that the backup reported as lost is listed, not restored', async () => {
  const { files } = await makeWorld();
  const root = folders.path(`backup-${++number}`);
  const lost = files[0]?.id ?? '';
  const bytes = await site.ctx.storage.read(originalKey(lost));
  await site.ctx.storage.remove(originalKey(lost));
  const { problems: reported } = await makeBackup(site.ctx, root);
  await site.ctx.storage.put(originalKey(lost), bytes);
  expect(reported).toContainEqual(expect.stringContaining(lost));
  const target = await emptyTarget();
  await expect(restoreBackup(target, root)).rejects.toThrow(
    `${join(root, originalPath(lost))} is missing`,
  );
  const { problems } = await restoreBackup(target, root, { leavesOutDamaged: true });
  expect(problems).toContainEqual(expect.stringContaining(lost));
  const { rows } = await target.db.pool.query('select state from files where id = $1', [lost]);
  expect(rows).toEqual([{ state: 'failed' }]);
});

test('an altered original of the same size in storage is listed, not overwritten', async () => {
  const { files } = await makeWorld();
  const root = folders.path(`backup-${++number}`);
  await makeBackup(site.ctx, root);
  const key = originalKey(files[0]?.id ?? '');
  const altered = Buffer.from(await site.ctx.storage.read(key)).reverse();
  const target = await emptyTarget();
  await target.storage.put(key, altered);
  await expect(restoreBackup(target, root)).rejects.toThrow(
    `storage has a different file at ${key}`,
  );
  expect(await target.storage.read(key)).toEqual(altered);
});

test('the secret key is stored before any row', async () => {
  await makeWorld();
  const root = folders.path(`backup-${++number}`);
  await makeBackup(site.ctx, root);
  const target = await emptyTarget();
  const takeKey = (key: string) => Promise.reject(new Error(`no room for ${key}`));
  const { secretKey } = site.ctx.config;
  await expect(restoreBackup({ ...target, takeKey }, root)).rejects.toThrow(secretKey);
  expect((await restoreBackup(target, root)).isKeyHere).toBe(true);
});

test("an installation whose first admin was invited isn't empty", async () => {
  const root = folders.path(`backup-${++number}`);
  await makeBackup(site.ctx, root);
  const target = await emptyTarget();
  await inviteAdmin({ ...site.ctx, db: target.db }, 'first@site.example');
  await expect(restoreBackup(target, root)).rejects.toThrow('has data');
});

test('tables that refer to each other are backed up and restored', async () => {
  const { inWeek, files } = await makeWorld();
  const target = await emptyTarget();
  const source = site.ctx.db.pool;
  const column = 'alter table viewpoints add column lead_id uuid references files (id)';
  await source.query(column);
  await target.db.pool.query(column);
  const viewpoint = `insert into viewpoints (project_id, name, latitude, longitude, lead_id) values ($1, 'Roof', 1, 2, $2) returning id`;
  const { rows } = await source.query<{ id: string }>(viewpoint, [inWeek.projectId, files[0]?.id]);
  await source.query('update files set viewpoint_id = $1 where id = $2', [
    rows[0]?.id,
    files[1]?.id,
  ]);
  const root = folders.path(`backup-${++number}`);
  await makeBackup(site.ctx, root);
  await source.query('alter table viewpoints drop column lead_id');
  await restoreBackup(target, root);
  const pair =
    'select v.lead_id as lead, f.id as follower from viewpoints v join files f on f.viewpoint_id = v.id';
  expect((await target.db.pool.query(pair)).rows).toEqual([
    { lead: files[0]?.id, follower: files[1]?.id },
  ]);
});
