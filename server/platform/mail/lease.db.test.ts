import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSite } from '#test/site.ts';
import { makePerson, makeUnsentMail } from '#test/factories.ts';
import { testDatabaseKind } from '#test/database.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { runProgram } from '#test/program.ts';
import { createMailer, sendMail } from './mailer.ts';
import { LEASE_RENEWAL_MS } from './queries.ts';

const MINUTE_MS = 60_000;
const product = await openSite();
const { ctx, clock } = product;
afterAll(() => product.close());
afterEach(() => ctx.db.pool.query('delete from mails'));
const { cookie } = await makePerson(ctx, 'operator');

type Row = { state: string; attempts: number; leased_until: Date | null; last_error: string };
const row = async (id: string) =>
  (await ctx.db.pool.query<Row>('select * from mails where id = $1', [id])).rows[0];
const sendAgain = async (id: string) => {
  const url = `/api/operator/mails/${id}/retry`;
  const answer = await product.inject({ method: 'POST', url, headers: { cookie } });
  return answer.statusCode === 200 ? 'renewed' : answer.json<{ code: string }>().code;
};
const jobsOf = async (id: string) =>
  (await ctx.queue.list(sendMail)).pending.filter(({ mailId }) => mailId === id);

function slowMailer() {
  const answer = Promise.withResolvers<undefined>();
  const seen = { begun: 0 };
  const transport = () => {
    seen.begun++;
    return answer.promise;
  };
  return { mailer: createMailer({ ...ctx, transport }), seen, ...answer };
}

// Must run first, while this clock matches the clocks of other processes. Only one process can use an embedded
// database.
test.each(testDatabaseKind() === 'server' ? ['a server'] : [])(
  'on %s, one of two processes sends an email; if it is killed, the email is sent once, later',
  { timeout: 60_000 },
  async () => {
    const id = await makeUnsentMail(ctx);
    const url = ctx.db.pool.options.connectionString ?? '';
    const processes = [1, 2].map(() => runProgram('deliver-mail.ts', [url, id]));
    onTestFinished(() => processes.forEach(({ child }) => void child.kill('SIGKILL')));
    const ends = processes.map(async (process) => ({ process, end: await process.ended }));
    const { process: other, end } = await Promise.race(ends);
    expect(end).toEqual({ code: 0, stderr: '' });
    expect((await other.lines.next()).done).toBe(true);
    const sender = processes.find((process) => process !== other);
    expect((await sender?.lines.next())?.value).toBe('delivers');

    expect(await sendAgain(id)).toBe('MAIL_BEING_SENT');
    sender?.child.kill('SIGKILL');
    await sender?.ended;
    expect(await sendAgain(id)).toBe('MAIL_BEING_SENT');
    await deliverMails(ctx);
    expect(await readMailbox(ctx.config.dataDir)).toEqual([]);

    clock.advance(5 * 60_000);
    expect(await sendAgain(id)).toBe('renewed');
    await Promise.all([deliverMails(ctx), deliverMails(ctx)]);
    expect(await readMailbox(ctx.config.dataDir)).toHaveLength(1);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1 });
  },
);

test('an email being sent is not sent a second time', async () => {
  const id = await makeUnsentMail(ctx);
  const jobs = (await jobsOf(id)).length;
  const slow = slowMailer();
  const delivery = slow.mailer.send(id);
  await expect.poll(() => slow.seen.begun).toBe(1);
  expect(await sendAgain(id)).toBe('MAIL_BEING_SENT');
  expect(await jobsOf(id)).toHaveLength(jobs);
  await deliverMails(ctx);
  expect(await row(id)).toMatchObject({ state: 'queued', attempts: 2 });
  slow.resolve(undefined);
  await delivery;
  expect(await row(id)).toMatchObject({ state: 'sent', leased_until: null });
  expect(await sendAgain(id)).toBe('MAIL_NOT_FOUND');
  expect(slow.seen.begun).toBe(1);
});

test('after a failed attempt an email can be sent again at once', async () => {
  const id = await makeUnsentMail(ctx);
  const slow = slowMailer();
  const delivery = slow.mailer.send(id);
  await expect.poll(() => slow.seen.begun).toBe(1);
  slow.reject(new Error('down'));
  await delivery;
  expect(await row(id)).toMatchObject({ last_error: 'down', leased_until: null });
  expect(await sendAgain(id)).toBe('renewed');
  await deliverMails(ctx);
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1 });
});

test('a slow delivery keeps its lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const id = await makeUnsentMail(ctx);
  const slow = slowMailer();
  const delivery = slow.mailer.send(id);
  await expect.poll(() => slow.seen.begun).toBe(1);
  // One at a time, because parallel updates may finish in another order.
  for (let round = 0; round < 10; round++) {
    const before = (await row(id))?.leased_until?.getTime() ?? 0;
    clock.advance(LEASE_RENEWAL_MS);
    vi.advanceTimersByTime(LEASE_RENEWAL_MS);
    await expect
      .poll(async () => (await row(id))?.leased_until?.getTime())
      .toBe(before + LEASE_RENEWAL_MS);
    expect(await sendAgain(id)).toBe('MAIL_BEING_SENT');
  }
  slow.resolve(undefined);
  await delivery;
  expect(vi.getTimerCount()).toBe(0);
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 });
});

test('a sender that lost its lease does not release the new one', async () => {
  const id = await makeUnsentMail(ctx);
  const [first, second] = [slowMailer(), slowMailer()];
  const late = first.mailer.send(id);
  await expect.poll(() => first.seen.begun).toBe(1);
  clock.advance(2 * MINUTE_MS);
  const delivery = second.mailer.send(id);
  await expect.poll(() => second.seen.begun).toBe(1);
  first.reject(new Error('too late'));
  await late;
  expect((await row(id))?.leased_until?.getTime()).toBeGreaterThan(clock.now().getTime());
  expect((await row(id))?.last_error).not.toBe('too late');
  expect(await sendAgain(id)).toBe('MAIL_BEING_SENT');
  second.resolve(undefined);
  await delivery;
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 3 });
});
