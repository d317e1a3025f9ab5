import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { runSitePerTest } from '#test/site.ts';
import { newSetupSecret } from './secret.ts';
import { setupUrl } from './service.ts';

const site = runSitePerTest({
  config: { demo: { enabled: true, password: 'overfly-demo-2026' } },
});

const ADMIN = {
  firstName: 'Nora',
  lastName: 'Field',
  email: 'Nora@flights.test',
  password: 'three cranes at dawn',
};
const newSecret = () => newSetupSecret(site.ctx.config.secretKey);
const admins = () =>
  site.rows
    .selectFrom('profiles')
    .select(['email', 'role'])
    .where('role', '!=', 'client')
    .orderBy('email')
    .execute();
const stepsOf = async (person: { cookie: string }) =>
  (await site.as(person).overview.staff()).setup.steps;
const doneFor = async (person: { cookie: string }) =>
  (await stepsOf(person)).flatMap(({ step, isDone }) => (isDone ? step : []));

test('any printed link creates the first admin, once', async () => {
  const url = await setupUrl(site.ctx, 'https://example.test');
  const secret = url?.split('https://example.test/setup#')[1] ?? '';
  const others = [newSecret(), newSecret()];
  await site.as().setup.open({ secret });
  const created = await Promise.allSettled(
    [secret, ...others].map((each, n) =>
      site.as().setup.createAdmin({ ...ADMIN, email: `${n}@flights.test`, secret: each }),
    ),
  );
  expect(created.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const all = await admins();
  expect(all).toMatchObject([{ role: 'admin' }]);
  const signIn = { email: all[0]?.email ?? '', password: ADMIN.password };
  expect(await site.as().session.signIn(signIn)).toMatchObject({ user: { emailVerified: true } });
  await expect(site.as().setup.open({ secret })).rejects.toThrow(ERRORS.SETUP_DONE[1]);
  expect(await setupUrl(site.ctx, 'https://example.test')).toBeNull();
});

test('a changed secret, or one made with another key, is refused, and guessing is limited', async () => {
  const secret = newSecret();
  const changed = (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1);
  for (const wrong of ['', changed, secret.slice(0, -1), newSetupSecret('x'.repeat(32))]) {
    await expect(site.as().setup.createAdmin({ ...ADMIN, secret: wrong })).rejects.toThrow(
      ERRORS.SETUP_LINK_NOT_VALID[1],
    );
  }
  const more = Array.from({ length: 30 }, () => site.as().setup.open({ secret: changed }));
  const codes = (await Promise.allSettled(more)).map((each) =>
    each.status === 'rejected' ? (each.reason as { code: string }).code : '',
  );
  expect(codes).toContain('RATE_LIMITED');
  await site.as().setup.createAdmin({ ...ADMIN, secret });
});

/** A site as after the sample was created: a company, its staff and a client, next to a real company. */
async function makeSample() {
  const { ctx } = site;
  const company = await makeCompany(ctx, { companyName: 'Sample Builders' });
  const own = await makeCompany(ctx);
  const operator = await makePerson(ctx, 'operator');
  const admin = await makePerson(ctx, 'admin');
  const client = await makePerson(ctx, 'client', { companyId: company.id });
  for (const { id } of [company, operator, admin, client])
    await site.change('insert into sample_rows values ($1)', id);
  const guest = await makePerson(ctx, 'client', { companyId: company.id });
  const sampleProject = await makeProject(ctx, company.id);
  await makeSubmission(ctx, sampleProject.id, { published: true });
  const project = await makeProject(ctx, own.id);
  return { company, own, operator, admin, client, guest, sampleProject, project };
}
const ids = async (table: 'companies' | 'projects' | 'submissions' | 'profiles') =>
  (await site.rows.selectFrom(table).select('id').execute()).map(({ id }) => id).sort();

test('a sample account removes the sample and gets its own admin account instead', async () => {
  const { own, operator, guest, project } = await makeSample();
  const shareLink = await site
    .as(operator)
    .shareLinks.create({ projectId: project.id, title: 'Mine' });
  const { setup } = await site.as(operator).overview.staff();
  expect(setup).toMatchObject({
    sample: { companies: ['Sample Builders'], projects: 1, people: 3, isOwnAccount: true },
    steps: [],
  });
  // Also the address of a sample account is free.
  const admin = { ...ADMIN, email: operator.email };
  const { backup } = await site.as(operator).setup.removeSample({ typedName: 'Overfly', admin });

  expect(await ids('companies')).toEqual([own.id]);
  expect(await ids('projects')).toEqual([project.id]);
  expect(await ids('submissions')).toEqual([]);
  expect(await admins()).toEqual([{ email: operator.email, role: 'admin' }]);
  expect(await site.as(operator).session.get()).toMatchObject({ user: null });
  const people = await site.rows.selectFrom('profiles').select(['id', 'companyId']).execute();
  expect(people).toContainEqual({ id: guest.id, companyId: null });
  const [keeper] = people.filter(({ id }) => id !== guest.id);
  const link = site.rows
    .selectFrom('shareLinks')
    .select('createdBy')
    .where('id', '=', shareLink.id);
  expect(await link.executeTakeFirst()).toEqual({ createdBy: keeper?.id });
  const made = (await readdir(dirname(backup))).filter((name) => !name.startsWith('.'));
  expect(made).toHaveLength(1);
  expect(await readdir(backup)).toContain('manifest-sha256.txt');
});

test('a real admin stays signed in; what remains of the removal is a note and an audit entry', async () => {
  const { own } = await makeSample();
  const admin = await makePerson(site.ctx, 'admin');
  await site.ctx.settings.load();
  const landing = async () => (await site.inject({ url: '/' })).body;
  expect(await landing()).toContain('Sample site');
  const { backup } = await site.as(admin).setup.removeSample({ typedName: 'Overfly' });
  expect(await landing()).not.toMatch(/sample/i);
  expect(await ids('companies')).toEqual([own.id]);
  const { setup, activity } = await site.as(admin).overview.staff();
  expect(setup).toMatchObject({ sample: null, sampleBackup: backup });
  expect(activity).toContainEqual(
    expect.objectContaining({
      action: 'sample.removed',
      actor: expect.objectContaining({ id: admin.id }) as unknown,
    }),
  );
  await expect(site.as(admin).setup.removeSample({ typedName: 'Overfly' })).rejects.toThrow(
    ERRORS.SAMPLE_NOT_FOUND[1],
  );
});

test('nothing is removed without the name, a new account, or a backup, or by others', async () => {
  const { operator, admin, guest } = await makeSample();
  const before = [await ids('companies'), await ids('projects'), await ids('profiles')];
  const remove = (input: object, person = operator) =>
    site.as(person).setup.removeSample({ typedName: 'Overfly', admin: ADMIN, ...input });
  await expect(remove({ typedName: 'Other' })).rejects.toThrow('Type the name exactly as shown.');
  await expect(remove({ admin: undefined })).rejects.toThrow('Enter a name');
  // The last step of the transaction that can fail.
  await expect(remove({ admin: { ...ADMIN, email: guest.email } })).rejects.toThrow(
    ERRORS.ALREADY_REGISTERED[1],
  );
  const folder = join(site.ctx.config.dataDir, 'backups');
  await rm(folder, { recursive: true });
  await writeFile(folder, 'Not a folder');
  await expect(remove({})).rejects.toThrow('The backup failed, so nothing was removed');
  const real = await makePerson(site.ctx, 'operator');
  await expect(remove({}, real)).rejects.toThrow(ERRORS.ACCESS_DENIED[1]);
  const rest = [await ids('companies'), await ids('projects'), await ids('profiles')];
  expect(rest).toEqual([before[0], before[1], [...(before[2] ?? []), real.id].sort()]);
  expect(await site.as(admin).session.get()).toMatchObject({ user: { role: 'admin' } });
});

test('steps check themselves off from real data, not from the sample', async () => {
  const { own, project } = await makeSample();
  const admin = await makePerson(site.ctx, 'admin');
  expect(await doneFor(admin)).toEqual(['company', 'project']);
  await makeSubmission(site.ctx, project.id, { published: true });
  await site.as(admin).invitations.create({
    contactName: 'Grace',
    email: 'grace@builders.test',
    companyId: own.id,
  });
  await site.ctx.db.as({ kind: 'system' }, (tx) =>
    site.ctx.record(tx, { type: 'backup.made', id: null }),
  );
  expect(await doneFor(admin)).toEqual(['backup', 'company', 'project', 'client', 'week']);
  await site.as(admin).setup.removeSample({ typedName: 'Overfly' });
  expect(await doneFor(admin)).toEqual(['company', 'project', 'client', 'week']);
});

test('settings count as steps, and the checklist ends when all steps are done', async () => {
  const admin = await makePerson(site.ctx, 'admin');
  const { id } = await makeCompany(site.ctx);
  await makePerson(site.ctx, 'client', { companyId: id });
  const project = await makeProject(site.ctx, id);
  await makeSubmission(site.ctx, project.id, { published: true });
  await site.ctx.db.as({ kind: 'system' }, (tx) =>
    site.ctx.record(tx, { type: 'backup.made', id: null }),
  );
  const { brand, mail, baseMap } = site.ctx.config;
  Object.assign(brand, { name: 'Nora Flies', email: 'hello@flights.test' });
  Object.assign(mail, { smtpUrl: 'smtp://127.0.0.1:9' });
  Object.assign(baseMap, { baseMap: { kind: 'mapbox' } });
  await site.change(`insert into mails (kind, recipient, subject, html, plain_text, message_id, state, sent_at)
    values ('test', 'nora@flights.test', 'Test', '', '', '<1@flights.test>', 'sent', now())`);
  const steps = await stepsOf(admin);
  expect(steps).toHaveLength(8);
  expect(steps.every(({ isDone }) => isDone)).toBe(true);
  Object.assign(mail, { smtpUrl: null });
  expect(await stepsOf(admin)).toEqual([]);
});

test('a hidden checklist is hidden from all admins, and other staff never see it', async () => {
  const [one, two] = [await makePerson(site.ctx, 'admin'), await makePerson(site.ctx, 'admin')];
  expect(await stepsOf(await makePerson(site.ctx, 'project_manager'))).toEqual([]);
  expect(await stepsOf(one)).toHaveLength(8);
  await site.as(one).setup.dismiss({});
  expect(await stepsOf(two)).toEqual([]);
});
