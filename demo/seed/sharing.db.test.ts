import { beforeAll, describe, expect, test } from 'vitest';
import { FormSubmissionQuery } from '#domain/form-submissions.ts';
import { inboxFor } from '#server/operations/form-submissions/service.ts';
import { ShareLinkQuery } from '#domain/share-links.ts';
import { shareLinksFor } from '#server/sharing/share-links/service.ts';
import { findSession } from '#server/platform/auth/sessions/session.ts';
import { testConfig } from '#test/config.ts';
import { makeProject } from '#test/factories.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { runSite } from '#test/site.ts';
import { seedAccounts } from './accounts.ts';
import { seedMessages } from './messages.ts';
import { SAMPLE_PROJECTS } from './projects.ts';
import { listCompanies, listOpenInvitations } from './queries.ts';
import { seedSharing } from './sharing.ts';

const SYSTEM = { kind: 'system' } as const;
const site = runSite();

beforeAll(async () => {
  const { ctx } = site;
  await seedAccounts(ctx);
  const company = (await ctx.db.as(SYSTEM, listCompanies)).find(
    (one) => one.companyCode === 'DEMO001',
  );
  await makeProject(ctx, company?.id ?? '', { name: SAMPLE_PROJECTS[0]?.name ?? '' });
  // Seed twice; the second time must do nothing.
  for (const seed of [seedSharing, seedMessages, seedSharing, seedMessages]) await seed(ctx);
});

test('one share link of the sample client has a password, another has expired', async () => {
  const { ctx } = site;
  const { token } = await ctx.auth.signIn({
    email: 'client@overfly.example',
    password: ctx.config.demo.password,
    ipAddress: null,
    userAgent: null,
  });
  const session = await findSession(ctx.db, token, ctx.clock());
  if (!session) throw new Error('The client is not signed in.');
  const owner = { viewer: session.viewer, origin: 'http://localhost' };
  const { shareLinks: links } = await shareLinksFor(ctx, owner, ShareLinkQuery.parse({}));
  const daysSince = (at: string) => (ctx.clock().getTime() - Date.parse(at)) / 86_400_000;
  const states = links.map(({ title, hasPassword, expiresAt, createdAt }) => ({
    title,
    daysOld: Math.round(daysSince(createdAt)),
    hasPassword,
    isOver: expiresAt !== null && new Date(expiresAt) < ctx.clock(),
  }));
  expect(states.toSorted((a, b) => (a.title ?? '').localeCompare(b.title ?? ''))).toEqual([
    { title: 'For the lenders (sample)', daysOld: 20, hasPassword: true, isOver: false },
    { title: 'Neighborhood meeting (sample)', daysOld: 35, hasPassword: false, isOver: true },
  ]);
});

test("one person is invited and hasn't accepted", async () => {
  expect(await site.ctx.db.as(SYSTEM, listOpenInvitations)).toEqual([
    expect.objectContaining({ email: 'grace@brazosbuilders.example', role: 'client' }),
  ]);
});

test('the inbox has read and unread messages of several weeks, and spam', async () => {
  const inbox = await inboxFor(site.ctx, SYSTEM, FormSubmissionQuery.parse({}));
  expect(inbox.counts).toMatchObject({ total: 4, thisWeek: 3 });
  const found = inbox.formSubmissions.map(({ isRead, isSpam }) => `${isRead} ${isSpam}`);
  expect(found).toEqual(['false false', 'true false', 'false true', 'true false']);
});

describe('with a mail server', () => {
  // Nothing listens on this port, so emails would stay in the outbox as failed.
  const mail = { ...testConfig('').mail, smtpUrl: 'smtp://127.0.0.1:9' };
  const demo = { enabled: true, password: 'overfly-demo-2026' };
  const other = runSite({ config: { mail, demo, operatorEmail: 'office@flights.test' } });
  beforeAll(async () => {
    for (const seed of [seedAccounts, seedSharing, seedMessages]) await seed(other.ctx);
  });

  test('the invitation and messages are created too', async () => {
    expect(await other.ctx.db.as(SYSTEM, listOpenInvitations)).toHaveLength(1);
    const inbox = await inboxFor(other.ctx, SYSTEM, FormSubmissionQuery.parse({}));
    expect(inbox.counts).toMatchObject({ total: 4 });
  });

  test('no sample email is sent, and the invitation is saved as a file', async () => {
    const { ctx } = other;
    await deliverMails(ctx);
    const { rows } = await ctx.db.pool.query('select recipient, state, last_error from mails');
    expect(rows).toEqual([
      { recipient: 'grace@brazosbuilders.example', state: 'sent', last_error: null },
    ]);
    const [kept] = await readMailbox(ctx.config.dataDir);
    expect(kept?.links.join()).toContain('/auth/invitation#');
  });
});
