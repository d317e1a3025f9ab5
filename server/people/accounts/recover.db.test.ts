import { beforeAll, describe, expect, test } from 'vitest';
import { accountActions, cookieIn } from '#test/accounts.ts';
import { makePerson, PASSWORD, signInAs } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { registerAccountJobs } from './recover.ts';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'another crane at dawn';
const site = runSite({ config: { publicUrl: 'http://photos.example' } });
let actions: ReturnType<typeof accountActions>;

beforeAll(async () => {
  actions = accountActions(site);
  await registerAccountJobs(site.ctx);
});

/** A person who requested a new password, and the token emailed to them. */
async function personWithLink(changes: Parameters<typeof makePerson>[2] = {}) {
  const person = await makePerson(site.ctx, 'project_manager', changes);
  await actions.post('/accounts/recovery', { email: person.email });
  return { ...person, token: await actions.linkTo(person.email, 'recovery') };
}

const recover = (token: string, password = NEW_PASSWORD) =>
  actions.post('/accounts/recovery/password', { token, password });

test('a new password cancels a pending change of address', async () => {
  const { email, cookie, token } = await personWithLink();
  const changed = `moved-${email}`;
  await actions.post('/account/email', { email: changed, password: PASSWORD }, { cookie });
  const link = { token: await actions.linkTo(changed, 'new-address'), password: NEW_PASSWORD };
  await recover(token);
  const answer = await actions.post('/accounts/verification/confirm', link);
  expect(answer.json()).toMatchObject({ code: 'LINK_NOT_VALID' });
  expect((await actions.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
});

test('the link sets a new password and ends all sessions', async () => {
  const { email, cookie, token } = await personWithLink();
  const elsewhere = await signInAs(site.ctx, email);
  const answer = await recover(token);
  expect([answer.statusCode, answer.json()]).toEqual([200, { email }]);
  for (const session of [cookie, elsewhere]) {
    expect(await actions.whoIs(session)).toMatchObject({ user: null });
  }
  expect((await actions.signIn(email, PASSWORD)).statusCode).toBe(401);
  expect((await actions.signIn(email, NEW_PASSWORD)).json()).toMatchObject({ user: { email } });
  const subjects = (await actions.mailsTo(email)).map(({ subject }) => subject);
  expect(subjects).toEqual([
    'Set a new password for Overfly',
    'Your password was changed at Overfly',
  ]);
});

test('the email links to the public URL and ignores the Host header', async () => {
  const { email } = await makePerson(site.ctx, 'admin');
  await actions.post('/accounts/recovery', { email }, { host: 'evil.example' });
  await actions.linkTo(email, 'recovery');
  const [mail] = await actions.mailsTo(email);
  expect(mail?.links.every((link) => link.startsWith('http://photos.example/'))).toBe(true);
  expect(mail?.html).not.toContain('evil.example');
});

test("the link's secret is not in the database after mailing", async () => {
  const { email, token } = await personWithLink();
  const { rows: tables } = await site.ctx.db.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth', 'pgboss')",
  );
  const parts = tables.map(({ name }) => `select t::text as row from ${name} t`);
  const { rows } = await site.ctx.db.pool.query<{ row: string }>(parts.join(' union all '));
  const kept = rows.map(({ row }) => row).join('\n');
  expect(kept).toContain(email);
  expect(kept).not.toContain(token);
});

describe('a link', () => {
  test('works once', async () => {
    const { email, token } = await personWithLink();
    await recover(token);
    expect((await recover(token, 'a third password')).json()).toMatchObject({
      code: 'LINK_NOT_VALID',
    });
    expect((await actions.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  test('works once even if used twice at the same moment', async () => {
    const { token } = await personWithLink();
    const answers = await Promise.all([recover(token), recover(token, 'a third password')]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  test('works for one hour', async () => {
    const { token } = await personWithLink();
    site.clock.advance(HOUR_MS);
    expect((await recover(token)).json()).toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  test('stops working once a newer one was used', async () => {
    const { email, token } = await personWithLink();
    await actions.post('/accounts/recovery', { email });
    await recover(await actions.linkTo(email, 'recovery', 2));
    expect((await recover(token)).json()).toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  test('does not work for a deactivated person', async () => {
    const { id, token } = await personWithLink();
    await site.rows.updateTable('profiles').set({ isActive: false }).where('id', '=', id).execute();
    expect((await recover(token)).json()).toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  test('still works after a rejected password', async () => {
    const { token } = await personWithLink();
    expect((await recover(token, 'password123')).json()).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await recover(token)).statusCode).toBe(200);
  });

  test('verifies the address that it was sent to', async () => {
    const { email, token } = await personWithLink({ emailVerified: false });
    await recover(token);
    const cookie = cookieIn(await actions.signIn(email, NEW_PASSWORD));
    expect(await actions.whoIs(cookie)).toMatchObject({ user: { emailVerified: true } });
  });
});

test('known, unknown and deactivated addresses get the same response', async () => {
  const known = await makePerson(site.ctx, 'admin');
  const gone = await makePerson(site.ctx, 'admin');
  await site.rows
    .updateTable('profiles')
    .set({ isActive: false })
    .where('id', '=', gone.id)
    .execute();
  const answers = [];
  for (const email of [gone.email, 'nobody@overfly.example', known.email]) {
    answers.push(await actions.post('/accounts/recovery', { email }));
  }
  await actions.linkTo(known.email, 'recovery');
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
    new Set(['200 {"sent":true}']),
  );
  expect(await actions.mailsTo(gone.email)).toEqual([]);
});
