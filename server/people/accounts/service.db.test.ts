import { describe, expect, test } from 'vitest';
import { findSession } from '#server/platform/auth/sessions/session.ts';
import { makeCompany, PASSWORD } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { createPerson, type NewPerson } from './service.ts';

const site = runSite();

let counter = 0;
const newcomer = (changes: Partial<NewPerson> = {}): NewPerson => ({
  email: `newcomer${++counter}@overfly.example`,
  password: PASSWORD,
  role: 'project_manager',
  companyId: null,
  firstName: 'Nadia',
  lastName: 'Comer',
  emailVerified: true,
  ...changes,
});

async function signIn(email: string, password = PASSWORD) {
  const { ctx } = site;
  const { token } = await ctx.auth.signIn({ email, password, ipAddress: null, userAgent: null });
  return findSession(ctx.db, token, ctx.clock());
}

const countOf = async (email: string) => {
  const { rows } = await site.ctx.db.pool.query<{ accounts: number; profiles: number }>(
    `select (select count(*)::int from auth.users where email = $1) as accounts,
       (select count(*)::int from profiles where email = $1) as profiles`,
    [email],
  );
  return rows[0];
};

describe('creating a person', () => {
  test('lets them sign in with their role, company and name', async () => {
    const { id: companyId } = await makeCompany(site.ctx);
    const person = newcomer({ role: 'client', companyId, emailVerified: false });
    const { id } = await createPerson(site.ctx, person);
    expect((await signIn(person.email))?.user).toEqual({
      id,
      email: person.email,
      emailVerified: false,
      firstName: 'Nadia',
      lastName: 'Comer',
      role: 'client',
      companyId,
      companyName: 'Test Company',
      units: 'project',
    });
  });

  test('stores the address in lowercase', async () => {
    await createPerson(site.ctx, newcomer({ email: 'Mixed.Case@Overfly.example' }));
    expect(await countOf('mixed.case@overfly.example')).toEqual({ accounts: 1, profiles: 1 });
  });

  test('is audited without the address or the password', async () => {
    const person = newcomer();
    const { id } = await createPerson(site.ctx, person);
    const entries = site.rows
      .selectFrom('auditLog')
      .select(['actorKind', 'action', 'subjectType', 'detail'])
      .where('subjectId', '=', id);
    expect(await entries.execute()).toEqual([
      {
        actorKind: 'system',
        action: 'person.created',
        subjectType: 'person',
        detail: { role: 'project_manager', companyId: null },
      },
    ]);
  });

  test('is refused for a registered address and leaves its password unchanged', async () => {
    const person = newcomer();
    const { id } = await createPerson(site.ctx, person);
    const again = createPerson(site.ctx, { ...person, password: 'another password' });
    await expect(again).rejects.toMatchObject({ code: 'ALREADY_REGISTERED' });
    expect((await signIn(person.email))?.user.id).toBe(id);
  });

  test('creates no account if the profile cannot be created', async () => {
    const person = newcomer({ role: 'no role at all' as 'client' });
    await expect(createPerson(site.ctx, person)).rejects.toThrow('profile_role');
    expect(await countOf(person.email)).toEqual({ accounts: 0, profiles: 0 });
  });

  test('reports an unknown company and can be retried', async () => {
    const person = newcomer({ role: 'client', companyId: '00000000-0000-4000-8000-000000000000' });
    await expect(createPerson(site.ctx, person)).rejects.toMatchObject({
      code: 'COMPANY_NOT_FOUND',
    });
    const { id: companyId } = await makeCompany(site.ctx);
    await expect(createPerson(site.ctx, { ...person, companyId })).resolves.toHaveProperty('id');
  });

  test('succeeds once for two calls at the same moment', async () => {
    const person = newcomer();
    const done = await Promise.allSettled([
      createPerson(site.ctx, person),
      createPerson(site.ctx, person),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await countOf(person.email)).toEqual({ accounts: 1, profiles: 1 });
    expect(await signIn(person.email)).toMatchObject({ user: { email: person.email } });
  });
});
