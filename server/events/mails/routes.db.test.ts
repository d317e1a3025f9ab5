import { beforeAll, expect, test } from 'vitest';
import { makePerson, makeUnsentMail } from '#test/factories.ts';
import { deliverMails } from '#test/mailbox.ts';
import { runSite, type Client } from '#test/site.ts';

const site = runSite();
let mails: Client['mails'];
beforeAll(async () => {
  mails = site.as(await makePerson(site.ctx, 'operator')).mails;
});

const listed = async () => (await mails.listUndelivered()).mails;
const change = (id: string, columns: { state?: string; attempts?: number; lastError?: null }) =>
  site.rows.updateTable('mails').set(columns).where('id', '=', id).execute();

test('a failed email is listed with a reason and leaves the list when staff send it', async () => {
  const id = await makeUnsentMail(site.ctx);
  await change(id, { state: 'failed', attempts: 19 });
  const why = { recipient: 'ada@site.example', lastError: 'connect ECONNREFUSED' };
  const failed = { id, ...why, state: 'failed', attempts: 19, nextAttemptAt: null };
  expect(await listed()).toMatchObject([failed]);
  await mails.retry({ id });
  const nextAttemptAt = site.clock.now().toISOString();
  expect(await listed()).toMatchObject([{ state: 'queued', attempts: 0, nextAttemptAt }]);
  await deliverMails(site.ctx);
  expect(await listed()).toEqual([]);
  expect(await site.auditEntries(id)).toMatchObject([{ action: 'mail.retried' }]);
});

test("a sent email can't be sent again", async () => {
  const id = await makeUnsentMail(site.ctx);
  await deliverMails(site.ctx);
  await expect(mails.retry({ id })).rejects.toMatchObject({ status: 404 });
  await deliverMails(site.ctx);
  expect(await listed()).toEqual([]);
});

test("an email waiting for its first attempt isn't listed as a problem", async () => {
  const id = await makeUnsentMail(site.ctx);
  await change(id, { lastError: null });
  expect(await listed()).toEqual([]);
});
