import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { accountActions, cookieIn } from '#test/accounts.ts';
import { openSite, runSite } from '#test/site.ts';
import { makeCompany, makePerson, makeProject, makeSubmission, PASSWORD } from '#test/factories.ts';
import { registerAccountJobs } from './recover.ts';

const DAY_MS = 86_400_000;
const site = runSite({ config: { publicUrl: 'http://photos.example' } });
let actions: ReturnType<typeof accountActions>;
let company: Awaited<ReturnType<typeof makeCompany>>;

beforeAll(async () => {
  actions = accountActions(site);
  await registerAccountJobs(site.ctx);
});
beforeEach(async () => {
  company = await makeCompany(site.ctx);
});

let counter = 0;
const newcomer = (changes: object = {}) => ({
  email: `joining${++counter}@overfly.example`,
  password: PASSWORD,
  firstName: 'Nadia',
  lastName: 'Comer',
  companyCode: company.companyCode,
  phone: '',
  ...changes,
});

async function join(changes: object = {}) {
  const person = newcomer(changes);
  const answer = await actions.post('/accounts', person);
  expect([answer.statusCode, answer.body]).toEqual([200, JSON.stringify({ email: person.email })]);
  return person;
}

describe('checking a company code', () => {
  const check = async (companyCode: string) =>
    (await actions.post('/accounts/company-code', { companyCode })).json();

  test("accepts an active company's code in any case and reveals nothing else", async () => {
    expect(await check(company.companyCode)).toEqual({ isValid: true });
    expect(await check(` ${company.companyCode.toLowerCase()} `)).toEqual({ isValid: true });
  });

  test('gives the same answer for an inactive company and an unknown code', async () => {
    await site.rows
      .updateTable('companies')
      .set({ isActive: false })
      .where('id', '=', company.id)
      .execute();
    expect(await check(company.companyCode)).toEqual({ isValid: false });
    expect(await check('NOSUCHCODE')).toEqual({ isValid: false });
    expect(await check("' or true --")).toEqual({ isValid: false });
  });
});

describe('signing up', () => {
  test('creates a client of the company without signing them in', async () => {
    const person = newcomer({ phone: ' 254 555 0100 ', role: 'admin' });
    const answer = await actions.post('/accounts', person);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect((await actions.signIn(person.email)).json()).toMatchObject({
      user: {
        email: person.email,
        role: 'client',
        companyId: company.id,
        emailVerified: false,
        firstName: 'Nadia',
      },
    });
    const joined = site.rows
      .selectFrom('profiles')
      .select('phone')
      .where('email', '=', person.email);
    expect(await joined.execute()).toEqual([{ phone: '254 555 0100' }]);
  });

  test.each([
    ['an unknown code', { companyCode: 'NOSUCHCODE' }, 422, 'INVALID_COMPANY_CODE'],
    ['no code', { companyCode: ' ' }, 400, 'INVALID_INPUT'],
    ['no first name', { firstName: '' }, 400, 'INVALID_INPUT'],
    ['no last name', { lastName: ' ' }, 400, 'INVALID_INPUT'],
    ['a short password', { password: 'kx93-plfw' }, 400, 'INVALID_INPUT'],
    ['a common password', { password: 'password123' }, 400, 'INVALID_INPUT'],
    ['an invalid email address', { email: 'nobody' }, 400, 'INVALID_INPUT'],
  ])('is refused with %s', async (_what, changes, status, code) => {
    const person = newcomer(changes);
    const answer = await actions.post('/accounts', person);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    const user = site.rows.selectFrom('auth.users').select('id').where('email', '=', person.email);
    expect(await user.execute()).toEqual([]);
  });

  test('is refused with the code of an inactive company', async () => {
    await site.rows
      .updateTable('companies')
      .set({ isActive: false })
      .where('id', '=', company.id)
      .execute();
    const answer = await actions.post('/accounts', newcomer());
    expect(answer.json()).toMatchObject({
      code: 'INVALID_COMPANY_CODE',
      message: ERRORS.INVALID_COMPANY_CODE[1],
    });
  });

  test('is refused for a registered address and leaves its password unchanged', async () => {
    const { email } = await join();
    const again = await actions.post(
      '/accounts',
      newcomer({ email, password: 'another password' }),
    );
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'ALREADY_REGISTERED', message: ERRORS.ALREADY_REGISTERED[1] },
    ]);
    expect((await actions.signIn(email)).statusCode).toBe(200);
    expect(await actions.mailsTo(email)).toHaveLength(1);
  });
});

test('an international domain is one account in either spelling', async () => {
  const person = await join({ email: 'kontakt@bücher.example' });
  const ascii = 'kontakt@xn--bcher-kva.example';
  const mails = await site.rows
    .selectFrom('mails')
    .where('recipient', '=', ascii)
    .select('kind')
    .execute();
  expect(mails).toEqual([{ kind: 'verify-email' }]);
  for (const email of [person.email, ascii, 'Kontakt@BÜCHER.example'])
    expect((await actions.signIn(email)).statusCode).toBe(200);
  expect((await actions.post('/accounts', newcomer({ email: ascii }))).json()).toMatchObject({
    code: 'ALREADY_REGISTERED',
  });
});

describe('verifying an address', () => {
  const verify = (token: string, password?: string) =>
    actions.post('/accounts/verification/confirm', { token, password });

  test("with the emailed link opens the company's projects", async () => {
    const project = await makeProject(site.ctx, company.id);
    await makeSubmission(site.ctx, project.id, { published: true });
    const { email } = await join();
    const cookie = cookieIn(await actions.signIn(email));
    const projects = async () =>
      (await actions.get('/projects', undefined, { cookie })).json().projects.length;
    const one = async () =>
      (await actions.get(`/projects/${project.id}`, undefined, { cookie })).statusCode;
    expect([await projects(), await one()]).toEqual([0, 404]);

    const [mail] = await actions.mailsTo(email);
    expect(mail?.subject).toBe('Verify your email address for Overfly');
    expect(mail?.links[0]).toMatch(/^http:\/\/photos\.example\/auth\/verify#[\w-]{43}$/);
    const answer = await verify(await actions.linkTo(email, 'verify'), PASSWORD);
    expect([answer.statusCode, answer.json()]).toEqual([200, { email }]);
    expect(await actions.whoIs(cookie)).toMatchObject({ user: { emailVerified: true } });
    expect([await projects(), await one()]).toEqual([1, 200]);
  });

  test('works once and invalidates all other links of the address', async () => {
    const { email } = await join();
    const first = await actions.linkTo(email, 'verify');
    await actions.post('/accounts/verification', { email });
    const second = await actions.linkTo(email, 'verify', 2);
    expect((await verify(second, PASSWORD)).statusCode).toBe(200);
    for (const used of [second, first]) {
      expect((await verify(used)).json()).toMatchObject({ code: 'LINK_NOT_VALID' });
    }
  });

  test('works for one day', async () => {
    const { email } = await join();
    const token = await actions.linkTo(email, 'verify');
    site.clock.advance(DAY_MS);
    expect((await verify(token)).json()).toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  test('does not work with a password link', async () => {
    const { email } = await join();
    await actions.post('/accounts/recovery', { email });
    const token = await actions.linkTo(email, 'recovery');
    expect((await verify(token)).json()).toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  test('sends a new link only if needed, with the same response for everyone', async () => {
    const { email } = await join();
    const verified = await makePerson(site.ctx, 'client', { companyId: company.id });
    const answers = [];
    for (const address of [email, verified.email, 'nobody@overfly.example']) {
      answers.push(await actions.post('/accounts/verification', { email: address }));
    }
    await actions.linkTo(email, 'verify', 2);
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['200 {"sent":true}']),
    );
    expect(await actions.mailsTo(verified.email)).toEqual([]);
    expect(await actions.mailsTo('nobody@overfly.example')).toEqual([]);
  });

  test('sends at most five links per hour to one address', async () => {
    const ask = () => actions.post('/accounts/verification', { email: 'many@overfly.example' });
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('from one network', () => {
  /** How many of `tries` are allowed if each claims another IP address. */
  async function countAllowed(tries: number, path: string, body: (n: number) => object) {
    const fresh = await openSite();
    const calls = accountActions(fresh);
    let count = 0;
    for (let n = 0; n < tries; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` };
      if ((await calls.post(path, body(n), headers)).statusCode !== 429) count++;
    }
    await fresh.close();
    return count;
  }

  test('at most 120 company codes can be tried, despite forged headers', async () => {
    const guess = (n: number) => ({ companyCode: `GUESS${n}` });
    expect(await countAllowed(125, '/accounts/company-code', guess)).toBe(120);
  });

  test('at most 30 emails can be requested, despite forged headers', async () => {
    const guess = (n: number) => ({ email: `guess${n}@overfly.example` });
    expect(await countAllowed(32, '/accounts/recovery', guess)).toBe(30);
  });

  test('at most 30 accounts can be created, despite forged headers', async () => {
    const guess = (n: number) => newcomer({ companyCode: `NOSUCH${n}` });
    expect(await countAllowed(31, '/accounts', guess)).toBe(30);
  });
});
