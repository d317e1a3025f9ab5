import { afterAll, expect, test } from 'vitest';
import type { UndeliveredMail } from '#domain/mails.ts';
import { buildApp } from '#test/app.ts';
import { makePerson, makeUndeliveredMail } from '#test/factories.ts';
import { deliverMails } from '#test/mailbox.ts';

const { ctx, clock, inject, close } = await buildApp();
afterAll(() => close());
const { cookie } = await makePerson(ctx, 'operator');

const listed = async () =>
  (
    await inject({ method: 'GET', url: '/api/operator/mails/undelivered', headers: { cookie } })
  ).json<{
    mails: UndeliveredMail[];
  }>().mails;
const retry = (id: string) =>
  inject({ method: 'POST', url: `/api/operator/mails/${id}/retry`, headers: { cookie } });

test('a mail that failed is listed with why, sent when somebody says so, and then gone from the list', async () => {
  const id = await makeUndeliveredMail(ctx);
  await ctx.db.pool.query("update mails set state = 'failed', attempts = 19 where id = $1", [id]);
  expect(await listed()).toMatchObject([
    {
      id,
      recipient: 'ada@site.example',
      state: 'failed',
      attempts: 19,
      lastError: 'connect ECONNREFUSED',
      nextAttemptAt: null,
    },
  ]);
  expect((await retry(id)).statusCode).toBe(200);
  const [waiting] = await listed();
  expect(waiting).toMatchObject({ state: 'queued', attempts: 0 });
  expect(waiting?.nextAttemptAt).toBe(clock.now().toISOString());
  await deliverMails(ctx);
  expect(await listed()).toEqual([]);
  const { rows } = await ctx.db.pool.query('select action from audit_log where subject_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ action: 'mail.retried' }]);
});

test('a mail that was sent is not sent again', async () => {
  const id = await makeUndeliveredMail(ctx);
  await deliverMails(ctx);
  expect((await retry(id)).statusCode).toBe(404);
  const { rows } = await ctx.db.pool.query('select state from mails where id = $1', [id]);
  expect(rows).toEqual([{ state: 'sent' }]);
});

test('a mail that waits for its first try is in no trouble', async () => {
  const id = await makeUndeliveredMail(ctx);
  await ctx.db.pool.query('update mails set last_error = null where id = $1', [id]);
  expect(await listed()).toEqual([]);
});
