import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sweepNotifications } from '#server/events/notifications/sweep.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import {
  makeCompany,
  makeFile,
  makePerson,
  makeProject,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { hasS3Server, startS3Server, type S3Settings } from '#test/s3-server.ts';
import { runSitePerTest } from '#test/site.ts';
import { originalPath } from './format.ts';
import { runBackup } from './jobs.ts';
import { handleRun } from './run.ts';
import { lastBackupAt, sweepBackups } from './runs.ts';

const HOUR = 3_600_000;
const site = runSitePerTest();
const folders = temporaryFolder();
let number = 0;
let folder: string;
let admin: Person;
beforeEach(async () => {
  folder = folders.path(`backups-${++number}`);
  setFolder(folder);
  admin = await makePerson(site.ctx, 'admin');
});

const setFolder = (path: string | null) => {
  site.ctx.config.backups = path
    ? { place: { kind: 'folder', folder: path }, time: '02:00', timeZone: 'UTC', keep: 2 }
    : null;
};
const api = () => site.as(admin).backups;
const job = (isLastTry = false) => ({ isLastTry, signal: new AbortController().signal });
const dated = async () => (await readdir(folder)).filter((name) => /^\d/.test(name)).sort();

async function addFile() {
  const project = await makeProject(site.ctx, (await makeCompany(site.ctx)).id);
  return makeFile(site.ctx, await makeSubmission(site.ctx, project.id));
}

/** Does what a worker would do with the run in progress. */
async function work() {
  const { pending } = await site.ctx.queue.list(runBackup);
  const run = site.rows.selectFrom('backupRuns').selectAll().where('state', '=', 'making');
  const { id } = await run.executeTakeFirstOrThrow();
  expect(pending.map(({ runId }) => runId)).toContain(id);
  await handleRun(site.ctx, id, job());
  return (await api().list()).runs.find((one) => one.id === id);
}

async function backUp() {
  await api().make();
  const run = await work();
  site.clock.advance(1000);
  return run;
}

test('one backup a day is made at the set time, and the newest ones are kept', async () => {
  await addFile();
  await mkdir(join(folder, '2020-01-01T00-00-00Z'), { recursive: true });
  await sweepBackups(site.ctx);
  await Promise.all([sweepBackups(site.ctx), sweepBackups(site.ctx)]);
  expect(await lastBackupAt(site.ctx)).toBeNull();
  expect(await work()).toMatchObject({ state: 'ready', percent: 100, files: 1, problem: null });
  expect(await lastBackupAt(site.ctx)).toEqual(site.clock.now());
  await sweepBackups(site.ctx);
  for (const _ of [1, 2]) {
    const { plan } = await api().list();
    site.clock.advance(Date.parse(plan?.nextAt ?? '') - site.clock.now().getTime());
    await sweepBackups(site.ctx);
    await work();
  }
  const { runs } = await api().list();
  expect(runs.map(({ name }) => name !== null)).toEqual([true, true, false]);
  const kept = runs.map(({ name }) => name).filter((name) => name !== null);
  expect(await dated()).toEqual(['2020-01-01T00-00-00Z', ...kept.toReversed()]);
});

test('a try that was killed leaves nothing, and the next one makes the backup', async () => {
  await api().make();
  const killed = '2026-01-02T03-04-05Z';
  await mkdir(join(folder, killed), { recursive: true });
  await writeFile(join(folder, killed, 'secret-key'), 'part');
  await site.change('update backup_runs set name = $1', killed);
  const run = await work();
  expect(run?.state).toBe('ready');
  expect(await dated()).toEqual([run?.name]);
});

test('a run whose every try was killed ends, and what it left is removed with the next', async () => {
  const { id } = await api().make();
  await expect(api().make()).rejects.toMatchObject({ code: 'BACKUP_RUNNING' });
  const killed = '2026-01-02T03-04-05Z';
  await mkdir(join(folder, killed), { recursive: true });
  await site.change('update backup_runs set name = $1', killed);
  await sweepBackups(site.ctx);
  expect((await api().list()).runs).toMatchObject([{ id, state: 'making' }]);
  await site.change(`update pgboss.job set state = 'failed' where name = 'run-backup'`);
  await sweepBackups(site.ctx);
  expect((await api().list()).runs).toMatchObject([{ id, state: 'failed' }]);
  const run = await backUp();
  expect(await dated()).toEqual([run?.name]);
});

test('a folder that cannot be used fails the backup at once, and staff are notified', async () => {
  const manager = await makePerson(site.ctx, 'project_manager');
  await mkdir(folder);
  setFolder(join(folder, 'file'));
  await writeFile(join(folder, 'file'), '');
  expect(await backUp()).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^\S+file can't be used as a folder \(E\w+\)\. Create it/),
  });
  const bell = async (who: Person) =>
    (await site.as(who).notifications.list()).notifications.map(({ kind, path }) => [kind, path]);
  expect(await bell(admin)).toEqual([['backup-failed', '/operator/system#backups']]);
  expect(await bell(manager)).toEqual([]);
  site.clock.advance(HOUR);
  await sweepNotifications(site.ctx, async () => new Map());
  const mails = await site.rows.selectFrom('mails').select(['recipient', 'subject']).execute();
  expect(mails).toMatchObject([
    {
      recipient: admin.email,
      subject: expect.stringMatching(/^The backup failed · \S+file can't/),
    },
  ]);
  setFolder(join(folder, 'sub'));
  expect((await backUp())?.state).toBe('ready');
  expect(await bell(admin)).toEqual([]);
  setFolder(null);
  await expect(api().make()).rejects.toMatchObject({ code: 'BACKUPS_NOT_SET_UP' });
});

test('staff are notified once of a backup that has been waiting for two days', async () => {
  await sweepBackups(site.ctx);
  const notices = async () =>
    (await site.as(admin).notifications.list()).notifications.map(({ detail }) => detail);
  site.clock.advance(47 * HOUR);
  await sweepBackups(site.ctx);
  expect(await notices()).toEqual([]);
  site.clock.advance(2 * HOUR);
  await sweepBackups(site.ctx);
  await sweepBackups(site.ctx);
  expect(await notices()).toEqual([expect.stringContaining('No backup was made for two days')]);
});

test('verifying a backup finds files that were changed or removed, and keeps the backup', async () => {
  const file = await addFile();
  const backup = await backUp();
  const verify = async () => {
    await api().verify({ id: backup?.id ?? '' });
    return work();
  };
  expect(await verify()).toMatchObject({ task: 'verify', state: 'ready', files: 4, problem: null });
  const path = originalPath(file.id);
  await writeFile(join(folder, path), 'x'.repeat(file.fileSize));
  const problem = `1 of 4 files are missing or damaged: ${path}.`;
  expect(await verify()).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining(problem),
  });
  await rm(join(folder, backup?.name ?? '', 'rows.json'));
  expect((await verify())?.problem).toContain('2 of 4 files');
  expect(await dated()).toEqual([backup?.name]);
  await rm(join(folder, backup?.name ?? '', 'manifest-sha256.txt'));
  expect((await verify())?.problem).toContain('is gone or incomplete');
  expect((await site.as(admin).notifications.list()).unread).toBe(0);
  expect((await site.auditEntries(backup?.id ?? '')).map(({ action }) => action)).toContain(
    'backup.verification-requested',
  );
});

test('a backup that lacks lost originals is complete and names them', async () => {
  const { id } = await addFile();
  await site.ctx.storage.removeAll(`content-files/${id.slice(0, 2)}/${id}/`);
  expect(await backUp()).toMatchObject({
    state: 'ready',
    files: 0,
    problem: `Not in it: ${id}: the original is missing from storage`,
  });
});

test("a backup never takes another installation's folder", async () => {
  const name = `${site.clock.now().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  await diskStorage(folder).put(`${name}/secret-key`, Buffer.from('theirs'));
  await api().make();
  await expect(work()).rejects.toThrow('There is already a backup');
  site.clock.advance(1000);
  expect((await work())?.state).toBe('ready');
  expect(await readFile(join(folder, name, 'secret-key'), 'utf8')).toBe('theirs');
});

test.each(hasS3Server ? ['radosgw'] : [])(
  'a bucket on %s gets the same backup; its errors name the setting',
  { timeout: 120_000 },
  async () => {
    const server = await startS3Server();
    const use = (changes: Partial<S3Settings>) => {
      const place = { kind: 'bucket', ...server.settings, ...changes } as const;
      site.ctx.config.backups = { place, time: '02:00', timeZone: 'UTC', keep: 1 };
    };
    try {
      await addFile();
      use({});
      const first = await backUp();
      expect(first).toMatchObject({ state: 'ready', files: 1 });
      const second = await backUp();
      await api().verify({ id: second?.id ?? '' });
      expect(await work()).toMatchObject({ state: 'ready', files: 4 });
      await expect(api().verify({ id: first?.id ?? '' })).rejects.toMatchObject({ status: 404 });
      use({ secretAccessKey: 'wrong' });
      expect((await backUp())?.problem).toContain(
        'the key in BACKUP_S3_ACCESS_KEY_ID was rejected',
      );
      use({ bucket: 'missing' });
      expect((await backUp())?.problem).toContain('BACKUP_S3_BUCKET does not exist');
      use({ endpoint: 'http://127.0.0.1:9' });
      await api().make();
      await expect(work()).rejects.toThrow('BACKUP_S3_ENDPOINT cannot be reached');
      expect((await api().list()).runs[0]).toMatchObject({
        state: 'making',
        problem: expect.stringContaining('cannot be reached'),
      });
    } finally {
      await server.stop();
    }
  },
);
