import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { makeFormSubmission, makePerson, newestToken, type Person } from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';
import { sweepMessages } from './service.ts';

const site = runSite();
let operator: Person;
beforeAll(async () => {
  operator = await makePerson(site.ctx, 'operator');
});
afterEach(() => site.rows.deleteFrom('formSubmissions').execute());

type Query = Parameters<Client['formSubmissions']['list']>[0];
const inbox = (query: Query = {}) => site.as(operator).formSubmissions.list(query);
const names = async (query: Query = {}) =>
  (await inbox(query)).formSubmissions.map(({ name }) => name);
const change = (id: string, changes: { isRead?: boolean; isSpam?: boolean }) =>
  site.as(operator).formSubmissions.update({ id, ...changes });
const hoursAgo = (hours: number) => new Date(site.clock.now().getTime() - hours * 3_600_000);

describe('the inbox', () => {
  test('shows the newest first, or the oldest on request', async () => {
    for (const [hours, name] of [
      [2, 'B'],
      [1, 'C'],
      [3, 'A'],
    ] as const) {
      await makeFormSubmission(site.ctx, { name, submittedAt: hoursAgo(hours) });
    }
    expect(await names()).toEqual(['C', 'B', 'A']);
    expect(await names({ sort: 'oldest' })).toEqual(['A', 'B', 'C']);
  });

  test.each(['ada', 'SITE.example', '0100', 'builders', 'crane', '100%'])(
    'finds %s in any field, ignoring case',
    async (search) => {
      await makeFormSubmission(site.ctx, {
        name: 'Ada',
        email: 'ada@site.example',
        phone: '254 555 0100',
        company: 'Builders',
        message: 'A crane, 100% up',
      });
      await makeFormSubmission(site.ctx, { name: 'Eve', message: '1000' });
      expect(await names({ search })).toEqual(['Ada']);
    },
  );

  test('can show only unread messages or only spam', async () => {
    await makeFormSubmission(site.ctx, { name: 'unread', submittedAt: hoursAgo(1) });
    await makeFormSubmission(site.ctx, { name: 'read', isRead: true, submittedAt: hoursAgo(2) });
    await makeFormSubmission(site.ctx, { name: 'spam', isSpam: true, submittedAt: hoursAgo(3) });
    expect(await names()).toEqual(['unread', 'read', 'spam']);
    expect(await names({ filter: 'unread' })).toEqual(['unread']);
    expect(await names({ filter: 'not-spam' })).toEqual(['unread', 'read']);
    expect(await names({ filter: 'spam' })).toEqual(['spam']);
  });

  test('is paged by fifty without gaps or repeats', async () => {
    const submittedAt = hoursAgo(1);
    for (let index = 0; index < 51; index++) await makeFormSubmission(site.ctx, { submittedAt });
    const [first, second] = [await inbox({ page: 0 }), await inbox({ page: 1 })];
    expect([first.formSubmissions.length, second.formSubmissions.length]).toEqual([50, 1]);
    const ids = [...first.formSubmissions, ...second.formSubmissions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(51);
    expect(second.found).toBe(51);
  });

  test('counts all messages, those of the last 7 days, and those with a company', async () => {
    await makeFormSubmission(site.ctx, { submittedAt: hoursAgo(7 * 24 - 1), company: 'Builders' });
    await makeFormSubmission(site.ctx, { submittedAt: hoursAgo(7 * 24 + 1), isRead: true });
    await makeFormSubmission(site.ctx, { submittedAt: hoursAgo(1), isSpam: true });
    const answer = await inbox({ search: 'nothing-like-it' });
    expect(answer.found).toBe(0);
    expect(answer.counts).toEqual({ total: 3, thisWeek: 2, withCompany: 1, unread: 1, spam: 1 });
  });
});

describe('an inbox message', () => {
  test('can be marked read, spam or not spam, staff are notified, and spam marks are logged', async () => {
    const { id } = await makeFormSubmission(site.ctx, {
      isSpam: true,
      spamReasons: ['many-links'],
    });
    const events: object[] = [];
    const stop = site.ctx.live.onEvent((event) => events.push(event));
    expect(await change(id, { isRead: true, isSpam: false })).toMatchObject({
      isRead: true,
      isSpam: false,
      spamReasons: ['many-links'],
    });
    await expect
      .poll(() => events)
      .toEqual([{ type: 'form-submission.changed', formSubmissionId: id }]);
    stop();
    expect(await change(id, { isRead: false })).toMatchObject({ isRead: false, isSpam: false });
    expect(await site.auditEntries(id)).toMatchObject([{ action: 'form-submission.sorted' }]);
  });

  test('with an unknown id is not found', async () => {
    await expect(change(crypto.randomUUID(), { isRead: true })).rejects.toMatchObject({
      status: 404,
      message: ERRORS.FORM_SUBMISSION_NOT_FOUND[1],
    });
  });
});

describe('a lead', () => {
  const CLIENT = {
    companyCode: 'brazos-builders',
    companyName: 'Brazos Builders',
    projectName: 'Medical Building',
    address: null,
    contactName: 'Dana Whitlock',
    email: 'dana@brazosbuilders.example',
    phone: null,
    notes: 'Mornings are best to call.',
  };

  test('has a stage that can be changed, is logged, and filters the inbox', async () => {
    const { id } = await makeFormSubmission(site.ctx, { name: 'Ada' });
    await makeFormSubmission(site.ctx, { name: 'Eve' });
    const changed = await site.as(operator).formSubmissions.update({ id, stage: 'call' });
    expect(changed.stage).toBe('call');
    expect(await names({ stage: 'call' })).toEqual(['Ada']);
    expect(await names({ stage: 'new' })).toEqual(['Eve']);
    expect(await site.auditEntries(id)).toMatchObject([{ detail: { stage: 'call' } }]);
  });

  test('becomes a company, a project and an invitation, once', async () => {
    const { id } = await makeFormSubmission(site.ctx, { stage: 'call' });
    const as = site.as(operator);
    const { companyId, projectId } = await as.formSubmissions.setUpClient({ id, ...CLIENT });
    expect(await as.companies.get({ id: companyId })).toMatchObject({
      companyCode: 'BRAZOS-BUILDERS',
      projectCount: 1,
    });
    const { invitations } = await as.invitations.list({ search: CLIENT.email });
    expect(invitations).toMatchObject([{ companyId, role: 'client', notes: CLIENT.notes }]);
    expect(await newestToken(site.ctx, CLIENT.email)).not.toBe('');
    const project = { projectId, projectName: 'Medical Building' };
    const done = { ...project, stage: 'first-flight', isRead: true };
    expect((await inbox()).formSubmissions).toMatchObject([done]);
    await expect(as.formSubmissions.setUpClient({ id, ...CLIENT })).rejects.toMatchObject({
      message: 'This message already belongs to a project.',
    });
  });

  test('leaves nothing behind if a part is refused', async () => {
    const { id } = await makeFormSubmission(site.ctx);
    const refused = { ...CLIENT, companyCode: 'ELSE', email: operator.email };
    await expect(
      site.as(operator).formSubmissions.setUpClient({ id, ...refused }),
    ).rejects.toMatchObject({ code: 'ADDRESS_HAS_ACCOUNT' });
    expect((await site.as(operator).companies.list({ code: 'ELSE' })).companies).toEqual([]);
    expect((await inbox()).formSubmissions).toMatchObject([{ projectId: null, stage: 'new' }]);
  });
});

describe('the CSV export', () => {
  const lines = async (query = '') => {
    const url = `/api/operator/form-submissions/export${query}`;
    const answer = await site.inject({ url, headers: { cookie: operator.cookie } });
    return { answer, lines: answer.body.split('\r\n') };
  };

  test('contains all matches, quoted and in UTF-8', async () => {
    const name = 'Jörg "Joe"';
    await makeFormSubmission(site.ctx, {
      name,
      company: 'A, B',
      message: 'one\ntwo',
      isRead: true,
    });
    await makeFormSubmission(site.ctx, { name: 'Eve', isSpam: true });
    const { answer, lines: rows } = await lines('?filter=not-spam');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="form-submissions-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(rows[0]).toBe(
      '\uFEFF"Submitted","Name","Email","Phone","Company","Message","Read","Spam","Stage"',
    );
    expect(rows[1]).toBe(
      `"${site.clock.now().toISOString()}","Jörg ""Joe""","visitor@else.example","","A, B","one\ntwo","yes","no","New"`,
    );
    expect(rows.slice(2)).toEqual(['']);
  });

  test('contains more than one page', async () => {
    for (let index = 0; index < 60; index++) await makeFormSubmission(site.ctx);
    expect((await lines()).lines).toHaveLength(62);
  });

  test('escapes formulas for spreadsheet programs', async () => {
    const evil = ['=1+1', '+254 555', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', '|calc'];
    for (const message of evil) await makeFormSubmission(site.ctx, { message });
    const messages = (await lines()).lines.slice(1, -1).map((line) => line.split('","')[5] ?? '');
    expect(messages).toHaveLength(evil.length);
    expect(messages.filter((message) => !message.startsWith("'"))).toEqual([]);
  });

  test('is refused with an unknown filter', async () => {
    expect((await lines('?filter=other')).answer.statusCode).toBe(400);
  });
});

test('messages expire after the configured days, and their network hash after one day', async () => {
  for (const hours of [1, 25, 24 * 90 + 1]) {
    const submittedAt = hoursAgo(hours);
    await makeFormSubmission(site.ctx, { name: `${hours}`, networkHash: 'network', submittedAt });
  }
  const kept = async (messageDays: number) => {
    await sweepMessages({ ...site.ctx, config: { ...site.ctx.config, messageDays } });
    const rows = await site.rows.selectFrom('formSubmissions').selectAll().execute();
    return Object.fromEntries(rows.map(({ name, networkHash }) => [name, networkHash]));
  };
  expect(await kept(0)).toEqual({ 1: 'network', 25: null, 2161: null });
  expect(await kept(90)).toEqual({ 1: 'network', 25: null });
});
