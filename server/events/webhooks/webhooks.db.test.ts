import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebhookEvent, WebhookWithSecret } from '#domain/webhooks.ts';
import {
  makeCompany,
  makePerson,
  makeProject,
  makeShareLink,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import {
  startWebhookReceiver,
  type Received,
  type WebhookReceiver,
} from '#test/webhook-receiver.ts';
import { registerWebhookJobs, sweepWebhooks, tryDelivery } from './deliver.ts';
import { deliverWebhook } from './jobs.ts';
import { claimDelivery } from './queries.ts';
import { notifyWebhooks } from './events/emit.ts';

const site = runSite({ config: { webhooks: { allowPrivate: true } } });
const SYSTEM = { kind: 'system' } as const;
const HOUR_MS = 3_600_000;
let receiver: WebhookReceiver;
let admin: Person;
let manager: Person;
let projectId: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  admin = await makePerson(site.ctx, 'admin');
  manager = await makePerson(site.ctx, 'project_manager');
  projectId = (await makeProject(site.ctx, (await makeCompany(site.ctx)).id)).id;
});
beforeEach(async () => {
  receiver.answer(204);
  receiver.received.length = 0;
  await site.rows.deleteFrom('webhooks').execute();
});
afterAll(() => receiver.close());

const hooks = () => site.as(admin).webhooks;
const make = (...events: WebhookEvent[]) =>
  hooks().create({
    name: 'Archive',
    url: receiver.url,
    events: events.length > 0 ? events : ['project.created'],
  });
const logOf = async ({ webhook: { id } }: WebhookWithSecret) =>
  (await hooks().log({ id })).deliveries;
/** Verifies a message with the Standard Webhooks library and the site's clock. Throws if the signature is wrong. */
function verified(secret: string, { headers, body }: Received): unknown {
  vi.setSystemTime(site.clock.now());
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

async function makeMessage() {
  const made = await make();
  await hooks().sendTest({ id: made.webhook.id });
  const [delivery] = await logOf(made);
  return { made, id: delivery?.id ?? '' };
}

describe('a webhook message', () => {
  test('about a staff action is signed, has ids and names, and is logged', async () => {
    const made = await make('submission.created');
    receiver.answer(200, 'Thanks');
    const input = { projectId, title: 'Week 9', recordedDate: '2026-01-05' };
    const week = await site.as(manager).submissions.create(input);
    await site.as(manager).submissions.update({ id: week.id, summary: 'Not subscribed' });
    const [waiting, ...others] = await logOf(made);
    expect([waiting?.state, others]).toEqual(['queued', []]);
    await tryDelivery(site.ctx, waiting?.id ?? '');

    const [received] = receiver.received;
    if (!received) throw new Error('no message received');
    expect(verified(made.secret, received)).toEqual({
      type: 'submission.created',
      timestamp: site.clock.now().toISOString(),
      data: {
        submission: { id: week.id, title: 'Week 9', recordedDate: '2026-01-05' },
        project: { id: projectId, name: week.projectName },
        company: { id: expect.any(String) as string, name: 'Test Company' },
      },
    });
    expect(received.headers['webhook-id']).toBe(waiting?.id);
    const [sent] = await logOf(made);
    expect(sent).toMatchObject({ state: 'delivered', nextTryAt: null, body: received.body });
    expect(sent?.tries).toMatchObject([{ status: 200, response: 'Thanks', error: null }]);
    await tryDelivery(site.ctx, waiting?.id ?? '');
    expect(receiver.received).toHaveLength(1);
  });

  test('contains the name of a link or file, never its URL or token', async () => {
    const made = await make('share_link.first_viewed');
    const link = await makeShareLink(site.ctx, manager.viewer, { projectId });
    await site.ctx.db.as({ kind: 'share', shareLinkId: link.id }, (tx) =>
      notifyWebhooks(site.ctx, tx, 'share_link.first_viewed', link.id),
    );
    const [{ body } = { body: '' }] = await logOf(made);
    expect(JSON.parse(body)).toMatchObject({ data: { shareLink: { id: link.id } } });
    expect(body).not.toContain(link.url.split('/').at(-1));
  });

  test("isn't stored when the event is rolled back", async () => {
    const made = await make('project.created');
    const undone = site.ctx.db.as(SYSTEM, async (tx) => {
      await notifyWebhooks(site.ctx, tx, 'project.created', projectId);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await logOf(made)).toEqual([]);
  });

  test('is tried eight times in three days, then the webhook is disabled and admins are notified', async () => {
    const { made, id } = await makeMessage();
    const began = site.clock.now().getTime();
    receiver.answer(500, 'broken');
    for (;;) {
      await tryDelivery(site.ctx, id);
      await tryDelivery(site.ctx, id);
      const nextTryAt = (await logOf(made))[0]?.nextTryAt;
      if (!nextTryAt) break;
      site.clock.advance(Date.parse(nextTryAt) - site.clock.now().getTime());
    }
    expect(site.clock.now().getTime() - began).toBeGreaterThan(70 * HOUR_MS);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([id]),
    );
    const [failed] = await logOf(made);
    expect(failed).toMatchObject({ state: 'failed' });
    expect(failed?.tries.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 500));
    const [{ isActive, disabledBecause } = made.webhook] = (await hooks().list()).webhooks;
    expect([isActive, disabledBecause]).toEqual([false, 'failing']);
    const mails = await site.rows.selectFrom('mails').select(['kind', 'recipient']).execute();
    expect(mails).toContainEqual({ kind: 'webhook-disabled', recipient: admin.email });
    const bell = async () => (await site.as(admin).notifications.list()).notifications;
    expect(await bell()).toMatchObject([
      { kind: 'webhook-disabled', heading: `Webhook disabled: ${made.webhook.name}` },
    ]);

    await expect(hooks().resend({ id })).rejects.toMatchObject({ code: 'WEBHOOK_DISABLED' });
    await hooks().update({ id: made.webhook.id, isActive: true });
    expect(await bell()).toEqual([]);
    receiver.answer(204);
    await hooks().resend({ id });
    await tryDelivery(site.ctx, id);
    const [again] = await logOf(made);
    expect([again?.state, again?.tries.length]).toEqual(['delivered', 9]);
  });

  test('answered with 410 disables its webhook and removes pending messages', async () => {
    const { made, id } = await makeMessage();
    await hooks().sendTest({ id: made.webhook.id });
    receiver.answer(410);
    await tryDelivery(site.ctx, id);
    const [webhook] = (await hooks().list()).webhooks;
    expect([webhook?.isActive, webhook?.disabledBecause]).toEqual([false, 'gone']);
    expect((await logOf(made)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect((await site.auditEntries(made.webhook.id)).at(-1)?.action).toBe('webhook.disabled');
  });

  test('of a killed process is sent by another after its lease expires', async () => {
    const { made, id } = await makeMessage();
    const claim = () => site.ctx.db.as(SYSTEM, (tx) => claimDelivery(tx, id, site.clock.now()));
    expect(await claim()).toBeDefined();
    await tryDelivery(site.ctx, id);
    expect(receiver.received).toEqual([]);
    // The killed process's job is also gone.
    await site.ctx.db.pool.query("delete from pgboss.job where name = 'deliver-webhook'");
    site.clock.advance(30_000);
    await sweepWebhooks(site.ctx);
    expect((await site.ctx.queue.list(deliverWebhook)).pending).toContainEqual({ deliveryId: id });
    await tryDelivery(site.ctx, id);
    expect((await logOf(made))[0]?.state).toBe('delivered');
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
  });

  test('is also signed with the old secret for a day after a change', async () => {
    const { made, id } = await makeMessage();
    const lost = await hooks().rotateSecret({ id: made.webhook.id });
    const { secret } = await hooks().rotateSecret({ id: made.webhook.id });
    await tryDelivery(site.ctx, id);
    const [all] = receiver.received;
    if (!all) throw new Error('no message received');
    expect(verified(made.secret, all)).toEqual(verified(secret, all));
    expect(verified(lost.secret, all)).toEqual(verified(secret, all));
    site.clock.advance(24 * HOUR_MS);
    await hooks().resend({ id });
    await tryDelivery(site.ctx, id);
    expect(receiver.received[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });
});

test('a secret is stored encrypted and only shown when it is created', async () => {
  const { webhook, secret } = await make();
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  const rows = await site.rows.selectFrom('webhooks').selectAll().execute();
  const shown = JSON.stringify([rows, await hooks().list(), await site.auditEntries(webhook.id)]);
  expect(shown).not.toContain(secret.slice(6));
});

test('only admins see rows of webhooks', async () => {
  await makeMessage();
  const count = async ({ viewer }: Person, table: 'webhooks' | 'webhookDeliveries') =>
    site.ctx.db.as(
      viewer,
      async (tx) => (await tx.selectFrom(table).select('id').execute()).length,
    );
  expect([await count(admin, 'webhooks'), await count(admin, 'webhookDeliveries')]).toEqual([1, 1]);
  expect([await count(manager, 'webhooks'), await count(manager, 'webhookDeliveries')]).toEqual([
    0, 0,
  ]);
  const writes = site.ctx.db.as(manager.viewer, (tx) =>
    sql`insert into webhooks (name, url, events, secret, created_at) values ('a', 'b', '{}', 'c', now())`.execute(
      tx,
    ),
  );
  await expect(writes).rejects.toThrow(/row-level security/);
});

test('the worker delivers messages about a new project', async () => {
  const made = await make('project.created');
  await registerWebhookJobs(site.ctx);
  const company = await makeCompany(site.ctx);
  const { id } = await site.as(manager).projects.create({ name: 'Bridge', companyId: company.id });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 5000);
  const [received] = receiver.received;
  expect(received && verified(made.secret, received)).toMatchObject({ data: { project: { id } } });
});
