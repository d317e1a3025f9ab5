import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { removeSample } from '#server/operations/setup/service.ts';
import { createPerson } from '#server/people/accounts/service.ts';
import { inviteAdmin } from '#server/people/invitations/service.ts';
import type { Context } from '#server/platform/context.ts';
import { findSession } from '#server/platform/auth/sessions/session.ts';
import { openSite, type Site } from '#test/site.ts';
import { makeCompany, makeFormSubmission } from '#test/factories.ts';
import { updateSamplePasswords, seedAccounts } from './accounts.ts';
import { seedDemo, seedDemoAccounts } from './seed.ts';
import { beginSample } from './start.ts';
import { seedProjects } from './visits.ts';

// Mocked because seeding visits with pictures is slow and has its own tests.
vi.mock('./visits.ts', () => ({
  seedProjects: vi.fn<() => Promise<void>>(() => Promise.resolve()),
}));

let product: Site;
beforeEach(async () => {
  product = await openSite();
});
afterEach(async () => {
  vi.mocked(seedProjects).mockClear();
  await product.close();
});

const INVALID = ERRORS.INVALID_CREDENTIALS[1];
const EVERYBODY = [
  ['operator@overfly.example', 'operator', null],
  ['admin@overfly.example', 'admin', null],
  ['pm@overfly.example', 'project_manager', null],
  ['client@overfly.example', 'client', 'DEMO001'],
  ['other@overfly.example', 'client', 'DEMO002'],
];

async function everybody() {
  const { rows } = await product.ctx.db.pool.query<{ row: unknown[] }>(`
    select json_build_array(p.email, p.role, c.company_code) as row
    from profiles p left join companies c on c.id = p.company_id order by array_position(array['operator', 'admin', 'pm', 'client', 'other'], split_part(p.email, '@', 1))`);
  return rows.map(({ row }) => row);
}
const companyCodes = async () => {
  const { rows } = await product.ctx.db.pool.query<{ company_code: string }>(
    'select company_code from companies order by company_code',
  );
  return rows.map((row) => row.company_code);
};

const makeAdmin = (ctx: Context) =>
  createPerson(ctx, {
    email: 'chief@flights.example',
    role: 'admin',
    companyId: null,
    firstName: 'Nora',
    lastName: 'Field',
    password: 'a long enough password',
    emailVerified: true,
  });

describe('the sample accounts', () => {
  test('can sign in with the demo password, are verified, and have their role and company', async () => {
    const { ctx } = product;
    await seedAccounts(ctx);
    for (const [email, role, companyCode] of EVERYBODY) {
      const { token } = await ctx.auth.signIn({
        email: String(email),
        password: ctx.config.demo.password,
        ipAddress: null,
        userAgent: null,
      });
      const session = await findSession(ctx.db, token, ctx.clock());
      expect(session?.user).toMatchObject({ email, role, emailVerified: true });
      expect(session?.user.companyId === null).toBe(companyCode === null);
    }
    expect(await companyCodes()).toEqual(['DEMO001', 'DEMO002']);
    expect(await everybody()).toEqual(EVERYBODY);
  });

  test("use the operator's later password, except accounts with their own", async () => {
    const { ctx } = product;
    await seedAccounts(ctx);
    const chosen = await ctx.auth.hashPassword('a password of her own');
    await ctx.db.pool.query(
      "update auth.users set password_hash = $1 where email = 'pm@overfly.example'",
      [chosen],
    );
    const password = 'three cranes at dawn';
    await updateSamplePasswords({
      ...ctx,
      config: { ...ctx.config, demo: { enabled: true, password } },
    });
    const signIn = (email: string, given: string) =>
      ctx.auth.signIn({ email, password: given, ipAddress: null, userAgent: null });
    await expect(signIn('admin@overfly.example', password)).resolves.toBeTruthy();
    await expect(signIn('admin@overfly.example', ctx.config.demo.password)).rejects.toThrow(
      INVALID,
    );
    await expect(signIn('pm@overfly.example', 'a password of her own')).resolves.toBeTruthy();
  });

  test('are announced as local-only if the published password would allow remote access', async () => {
    const { ctx } = product;
    const announcement = async (host: string, password = 'overfly-demo-2026') => {
      const config = { ...ctx.config, host, demo: { enabled: true, password } };
      return (await beginSample({ ...ctx, config }))?.join(' ');
    };
    for (const host of ['127.0.0.1', '::1', 'localhost'])
      expect(await announcement(host)).not.toContain('only on this machine');
    for (const host of ['0.0.0.0', '::', '192.0.2.7'])
      expect(await announcement(host)).toContain('only on this machine');
    expect(await announcement('0.0.0.0', 'three cranes at dawn')).not.toContain(
      'only on this machine',
    );
  });

  test('are created once, even when seeding runs again', async () => {
    await seedAccounts(product.ctx);
    await seedAccounts(product.ctx);
    expect(await everybody()).toHaveLength(EVERYBODY.length);
  });

  test('are recognizable as samples by their names', async () => {
    await seedAccounts(product.ctx);
    const { rows } = await product.ctx.db.pool.query<{ last_name: string }>(
      'select last_name from profiles',
    );
    expect(rows).toHaveLength(EVERYBODY.length);
    for (const { last_name: name } of rows) expect(name).toMatch(/ \(sample\)$/);
  });

  test('are completed after an interruption', async () => {
    await seedAccounts(product.ctx);
    await product.ctx.db.pool.query(
      "delete from auth.users where email like 'other@%' or email like 'pm@%'",
    );
    await product.ctx.db.pool.query("delete from companies where company_code = 'DEMO002'");
    await seedAccounts(product.ctx);
    expect(await everybody()).toEqual(EVERYBODY);
  });
});

describe('the sample site', () => {
  test('is created in an empty database, once', async () => {
    expect(await seedDemo(product.ctx)).toBe(true);
    expect(await seedDemo(product.ctx)).toBe(false);
    expect(await everybody()).toHaveLength(EVERYBODY.length);
    expect(seedProjects).toHaveBeenCalledTimes(1);
  });

  test('is not created in a database in use', async () => {
    await makeCompany(product.ctx, { companyCode: 'ACME' });
    await seedDemo(product.ctx);
    expect(await companyCodes()).toEqual(['ACME']);
    expect(await everybody()).toEqual([]);
  });

  test.each([
    ['its first admin', makeAdmin],
    ['an invitation', (ctx: Context) => inviteAdmin(ctx, 'chief@flights.example')],
    ['a contact message', makeFormSubmission],
  ])('is not created if there is %s already', async (_what, make) => {
    const { ctx } = product;
    await make(ctx);
    const before = await everybody();
    await seedDemo(ctx);
    expect(await seedDemoAccounts(ctx)).toBe(false);
    expect(await everybody()).toEqual(before);
    expect(await companyCodes()).toEqual([]);
  });

  test('is created by one of two processes, and can be created again after a failure', async () => {
    const { ctx } = product;
    let other: boolean | undefined;
    vi.mocked(seedProjects).mockImplementationOnce(async () => {
      await seedDemo(ctx);
      other = await seedDemoAccounts(ctx);
      throw new Error('killed');
    });
    await expect(seedDemo(ctx)).rejects.toThrow('killed');
    expect(other).toBe(false);
    expect(seedProjects).toHaveBeenCalledTimes(1);
    await seedDemo(ctx);
    expect(seedProjects).toHaveBeenCalledTimes(2);
  });

  test('is completed after an interruption, even with changes by people', async () => {
    vi.mocked(seedProjects).mockRejectedValueOnce(new Error('killed'));
    await expect(seedDemo(product.ctx)).rejects.toThrow('killed');
    await product.ctx.db.pool.query("delete from auth.users where email like 'other@%'");
    await seedDemo(product.ctx);
    expect(await everybody()).toHaveLength(EVERYBODY.length);
    expect(seedProjects).toHaveBeenCalledTimes(2);
  });

  /** As a person would from the sample operator's account. */
  async function startForReal(ctx: Context) {
    const { rows } = await ctx.db.pool.query<{ id: string }>(
      "select id from profiles where email = 'operator@overfly.example'",
    );
    const viewer = { kind: 'staff', role: 'operator', profileId: rows[0]?.id ?? '' } as const;
    const person = { firstName: 'Nora', lastName: 'Field', email: 'chief@flights.example' };
    const admin = { ...person, password: 'a long enough password' };
    await removeSample(ctx, viewer, { typedName: 'Overfly', admin });
  }

  test('is removed with all its rows, and not created again', async () => {
    const { ctx } = product;
    await seedDemo(ctx);
    await startForReal(ctx);
    expect(await beginSample(ctx)).toBeNull();
    expect(await seedDemo(ctx)).toBe(false);
    expect(await everybody()).toEqual([['chief@flights.example', 'admin', null]]);
    for (const table of [
      'companies',
      'form_submissions',
      'invitations',
      'share_links',
      'sample_rows',
    ])
      expect((await ctx.db.pool.query(`select from ${table}`)).rowCount).toBe(0);
  });

  test('is not completed if it was removed while it was being created', async () => {
    const { ctx } = product;
    vi.mocked(seedProjects).mockImplementationOnce(async () => {
      await startForReal(ctx);
      throw new Error('the project is gone');
    });
    expect(await seedDemo(ctx)).toBe(false);
    expect(await seedDemo(ctx)).toBe(false);
    expect(await companyCodes()).toEqual([]);
  });

  test('is not created again after people deleted it', async () => {
    await seedDemo(product.ctx);
    await product.ctx.db.pool.query(
      "delete from auth.users where email not in ('operator@overfly.example', 'admin@overfly.example')",
    );
    await product.ctx.db.pool.query('delete from companies');
    await seedDemo(product.ctx);
    expect(await companyCodes()).toEqual([]);
    expect((await everybody()).map(([, role]) => role)).toEqual(['operator', 'admin']);
  });
});
