import { isContractProcedure } from '@orpc/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '#contract/contract.ts';
import { scopeOfOperation } from '#contract/token-scopes.ts';
import { TOKEN_SCOPES, type TokenScope } from '#domain/api-tokens.ts';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { createSessions } from '#server/platform/auth/sessions/sessions.ts';
import {
  PASSWORD,
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { tusClient } from '#test/tus.ts';

const site = runSite();
const DAY_MS = 86_400_000;
let staff: Person;
let admin: Person;
let projectId: string;

beforeAll(async () => {
  staff = await makePerson(site.ctx, 'project_manager');
  admin = await makePerson(site.ctx, 'admin');
  const { project } = await makeProjectWithPeople(site.ctx);
  projectId = project.id;
});

const make = (
  person: Person,
  scopes: readonly TokenScope[] = ['read'],
  expiresAt: string | null = null,
) =>
  site
    .as(person)
    .apiTokens.create({ name: 'Robot', scopes: [...scopes], expiresAt, password: PASSWORD });
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const program = (secret: string) => site.as(null, bearer(secret));
const request = (headers: Record<string, string>) => site.inject({ url: '/api/session', headers });
const expectOver = async (secret: string) => {
  const answer = await request(bearer(secret));
  expect(answer.json()).toMatchObject({ code: 'TOKEN_NOT_VALID', status: 401 });
};
const refused = (code: ErrorCode) => ({ code, status: ERRORS[code][0] });

describe('a token', () => {
  test('is shown once; the list and the database have only its prefix and hash', async () => {
    const { apiToken, secret } = await make(staff);
    expect(secret).toMatch(/^ovf_[\w-]{43}$/);
    expect(secret.startsWith(apiToken.prefix)).toBe(true);
    const listed = await site.as(staff).apiTokens.list();
    expect(listed.apiTokens[0]).toEqual({
      ...apiToken,
      person: { id: staff.id, name: 'Test project_manager' },
    });
    const kept = await site.rows.selectFrom('apiTokens').selectAll().execute();
    expect(JSON.stringify([listed, kept, await site.auditEntries(apiToken.id)])).not.toContain(
      secret,
    );
  });

  test('cannot be created without a password, or with a wrong one', async () => {
    const wanted = { name: 'Robot', scopes: ['read' as const], expiresAt: null };
    const createAs = (person: Person, password: string) =>
      site.as(person).apiTokens.create({ ...wanted, password });
    await expect(createAs(staff, 'wrong')).rejects.toMatchObject(refused('WRONG_PASSWORD'));
    const bound = await makePerson(site.ctx, 'operator');
    await site.change('update auth.users set password_hash = null where id = $1', bound.id);
    await expect(createAs(bound, PASSWORD)).rejects.toMatchObject(refused('PASSWORD_NOT_SET'));
    expect((await site.as(bound).apiTokens.list()).apiTokens).toEqual([]);
  });

  test('acts as its creator, and the audit log names both', async () => {
    const { apiToken, secret } = await make(staff, ['read', 'projects:write']);
    const { user, expiresAt } = await program(secret).session.get();
    expect([user?.id, expiresAt]).toEqual([staff.id, null]);
    await program(secret).projects.update({ id: projectId, name: 'By a robot' });
    const log = await site.auditEntries(projectId);
    expect(log.at(-1)).toMatchObject({
      action: 'project.changed',
      actorId: staff.id,
      detail: { apiToken: 'Robot', apiTokenId: apiToken.id },
    });
  });

  test('is limited to what its creator may currently do and see', async () => {
    const { secret } = await make(staff, TOKEN_SCOPES);
    await site.change("update profiles set role = 'client' where id = $1", staff.id);
    await expect(program(secret).submissions.list({ projectId })).rejects.toMatchObject(
      refused('ACCESS_DENIED'),
    );
    expect((await program(secret).projects.list({})).projects).toEqual([]);
    await site.change("update profiles set role = 'project_manager' where id = $1", staff.id);
  });

  test('expires on its date', async () => {
    const inTwoDays = new Date(site.clock.now().getTime() + 2 * DAY_MS).toISOString();
    const { secret } = await make(staff, ['read'], inTwoDays);
    expect((await program(secret).session.get()).expiresAt).toBe(inTwoDays);
    site.clock.advance(2 * DAY_MS);
    await expectOver(secret);
    await expect(make(staff, ['read'], inTwoDays)).rejects.toMatchObject(refused('INVALID_INPUT'));
  });

  test('records its last use at most once a minute', async () => {
    const { apiToken, secret } = await make(staff);
    const used = async () => {
      site.ctx.sessions.clearCache();
      await program(secret).projects.list({});
      const { apiTokens } = await site.as(staff).apiTokens.list();
      return Date.parse(apiTokens.find(({ id }) => id === apiToken.id)?.lastUsedAt ?? '');
    };
    const first = await used();
    site.clock.advance(59_000);
    expect(await used()).toBe(first);
    site.clock.advance(1000);
    expect(await used()).toBe(first + 60_000);
  });

  test('stops working in every process when revoked, even during transfers', async () => {
    const { apiToken, secret } = await make(staff);
    const elsewhere = await createSessions(site.ctx.db, site.ctx.clock);
    expect(await elsewhere.findApiToken(secret)).not.toBeNull();
    const heard = vi.fn<(whose: string | null) => void>();
    const stop = site.ctx.revocations.onRevocation(heard);
    await site.as(admin).apiTokens.revoke({ id: apiToken.id });
    await vi.waitFor(async () => expect(await elsewhere.findApiToken(secret)).toBeNull());
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(staff.id));
    stop();
    await elsewhere.close();
    await expectOver(secret);
    expect((await site.auditEntries(apiToken.id)).map(({ action }) => action)).toEqual([
      'api-token.created',
      'api-token.revoked',
    ]);
  });

  test('ends for good when its creator is deactivated', async () => {
    const leaving = await makePerson(site.ctx, 'project_manager');
    const { secret } = await make(leaving);
    await site.as(admin).people.deactivate({ id: leaving.id });
    await site.as(admin).people.reactivate({ id: leaving.id });
    await expectOver(secret);
  });
});

describe('a request with a token', () => {
  const OPERATIONS = Object.entries(contract)
    .filter(([feature]) => feature !== 'health')
    .flatMap(([feature, operations]) =>
      Object.entries(operations).flatMap(([name, one]: [string, unknown]) =>
        isContractProcedure(one) ? [{ path: [feature, name], route: one['~orpc'].route }] : [],
      ),
    );
  const answerOf = async (
    secret: string,
    { method = 'POST', path = '/' }: { method?: string; path?: string },
  ) => {
    const url = `/api${path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')}`;
    const answer = await site.inject({ method: method as 'GET', url, headers: bearer(secret) });
    return answer.json<{ code?: string }>().code;
  };

  test('is refused for accounts, sessions, people, tokens and settings', async () => {
    const { secret } = await make(admin, TOKEN_SCOPES);
    const closed = OPERATIONS.filter(({ path }) => scopeOfOperation(path) === null);
    const features = new Set(closed.map(({ path }) => path[0]));
    for (const feature of ['account', 'session', 'joining', 'people', 'invitations', 'apiTokens'])
      expect(features).toContain(feature);
    for (const { path, route } of closed)
      expect([path, await answerOf(secret, route)]).toEqual([path, 'TOKEN_NOT_TAKEN']);
  });

  test("is refused without the operation's scope, even with all other scopes", async () => {
    for (const scope of TOKEN_SCOPES) {
      const { secret } = await make(
        admin,
        TOKEN_SCOPES.filter((other) => other !== scope),
      );
      const its = OPERATIONS.filter(({ path }) => scopeOfOperation(path) === scope);
      expect(its.length).toBeGreaterThan(0);
      for (const { path, route } of its)
        expect([path, await answerOf(secret, route)]).toEqual([path, 'TOKEN_SCOPE_MISSING']);
    }
  });

  test('ignores cookies and the origin', async () => {
    const { secret } = await make(staff, ['read', 'projects:write']);
    const both = { ...bearer(secret), cookie: admin.cookie, origin: 'https://elsewhere.example' };
    expect((await site.as(null, both).session.get()).user?.id).toBe(staff.id);
    await site.as(null, both).projects.update({ id: projectId, name: 'From elsewhere' });
    const wrong = { ...both, ...bearer('ovf_made-up') };
    expect((await request(wrong)).statusCode).toBe(401);
    const download = await site.inject({
      url: '/api/operator/form-submissions/export',
      headers: { ...both },
    });
    expect(download.statusCode).toBe(401);
  });

  test("ignores a proxy's own bearer secret and tokens sent as cookies", async () => {
    const { secret } = await make(staff);
    const proxied = { cookie: staff.cookie, authorization: 'Bearer eyJhbGciOi' };
    expect((await site.as(null, proxied).session.get()).user?.id).toBe(staff.id);
    await program(secret).session.get();
    const asCookie = site.as({ cookie: `overfly_session=${secret}` });
    expect((await asCookie.session.get()).user).toBeNull();
  });

  test('is blocked after many invalid tokens, while valid ones keep working', async () => {
    const { secret } = await make(staff);
    const guess = (remoteAddress: string) =>
      site.inject({ url: '/api/session', headers: bearer('ovf_guess'), remoteAddress });
    for (let tries = 0; tries < 50; tries++)
      expect((await guess('192.0.2.7')).statusCode).toBe(401);
    expect((await guess('192.0.2.7')).statusCode).toBe(429);
    const headers = bearer(secret);
    const good = await site.inject({ url: '/api/session', headers, remoteAddress: '192.0.2.7' });
    expect(good.statusCode).toBe(200);
  });
});

test('a token can upload files and read pictures', async () => {
  const { id } = await makeSubmission(site.ctx, projectId);
  const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { secret } = await make(staff, ['uploads:write']);
  const reading = await make(staff, ['read']);
  const photo = await jpegPhoto();
  const uploadId = await tusClient(url, null, bearer(secret)).upload(id, 'site.jpg', photo);
  const row = await site.rows.selectFrom('files').selectAll().where('id', '=', uploadId).execute();
  expect(row[0]).toMatchObject({ fileName: 'site.jpg', createdBy: staff.id });
  await expect(
    tusClient(url, null, bearer(reading.secret)).upload(id, 'b.jpg', photo),
  ).rejects.toThrow('TOKEN_SCOPE_MISSING');

  await makeFile(site.ctx, { id, projectId });
  const { files } = await program(reading.secret).files.list({ submissionId: id });
  const path = files.find(({ state }) => state === 'ready')?.originalUrl ?? '';
  const get = async (token: string) =>
    (await site.inject({ url: path, headers: bearer(token) })).statusCode;
  expect([await get(reading.secret), await get(secret)]).toEqual([200, 403]);
});

test("only its creator and admins see a token's row, and nobody its hash", async () => {
  const { apiToken } = await make(staff);
  const other = await makePerson(site.ctx, 'operator');
  const seen = async (person: Person) => {
    const rows = site.ctx.db.as(person.viewer, (tx) =>
      sql<{ id: string }>`select id from api_tokens`.execute(tx),
    );
    return (await rows).rows.some(({ id }) => id === apiToken.id);
  };
  expect([await seen(staff), await seen(admin), await seen(other)]).toEqual([true, true, false]);
  const as = (person: Person, statement: ReturnType<typeof sql>) =>
    site.ctx.db.as(person.viewer, (tx) => statement.execute(tx));
  await expect(as(staff, sql`select token_hash from api_tokens`)).rejects.toThrow(/permission/);
  await expect(as(staff, sql`update api_tokens set scopes = '{}'`)).rejects.toThrow(/permission/);
  await as(other, sql`delete from api_tokens`);
  expect(await seen(staff)).toBe(true);
  const forAnotherPerson = sql`insert into api_tokens (person_id, name, token_hash, prefix, scopes, created_at)
    values (${staff.id}, 'X', 'x', 'x', '{read}', now())`;
  await expect(as(admin, forAnotherPerson)).rejects.toThrow(/row-level security/);
});
