import { afterAll, beforeAll, expect, test } from 'vitest';
import { FormSubmissionQuery } from '#domain/form-submissions.ts';
import { inboxFor } from '#server/features/form-submissions/service.ts';
import { invitationsFor } from '#server/features/invitations/service.ts';
import { shareLinksFor } from '#server/features/share-links/service.ts';
import { companiesFor } from '#server/features/companies/service.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { seedAccounts } from './accounts.ts';
import { seedMessages } from './messages.ts';
import { SAMPLE_PROJECTS } from './projects.ts';
import { seedSharing } from './sharing.ts';

const SYSTEM = { kind: 'system' } as const;
let product: TestApp;

beforeAll(async () => {
  product = await buildApp();
  const { ctx } = product;
  await seedAccounts(ctx);
  const company = (await companiesFor(ctx, SYSTEM)).find((one) => one.companyCode === 'DEMO001');
  await makeProject(ctx, company?.id ?? '', { name: SAMPLE_PROJECTS[0]?.name ?? '' });
  // Twice: a second start makes nothing again.
  for (const seed of [seedSharing, seedMessages, seedSharing, seedMessages]) await seed(ctx);
});
afterAll(() => product.close());

test('one sample link has a password, the other has expired', async () => {
  const { ctx } = product;
  const links = await shareLinksFor(ctx, { viewer: SYSTEM, origin: 'http://localhost' });
  const states = links.map(({ title, hasPassword, expiresAt }) => ({
    title,
    hasPassword,
    isOver: expiresAt !== null && new Date(expiresAt) < ctx.clock(),
  }));
  expect(states.toSorted((a, b) => (a.title ?? '').localeCompare(b.title ?? ''))).toEqual([
    { title: 'For the lenders (sample)', hasPassword: true, isOver: false },
    { title: 'Neighbourhood meeting (sample)', hasPassword: false, isOver: true },
  ]);
});

test('one person is invited and has not answered', async () => {
  expect(await invitationsFor(product.ctx, SYSTEM)).toEqual([
    expect.objectContaining({ email: 'grace@brazosbuilders.example', role: 'client' }),
  ]);
});

test('the inbox holds messages of this and of earlier weeks, read and unread, and spam', async () => {
  const inbox = await inboxFor(product.ctx, SYSTEM, FormSubmissionQuery.parse({}));
  expect(inbox.counts).toMatchObject({ total: 4, thisWeek: 3 });
  const found = inbox.formSubmissions.map(({ isRead, isSpam }) => `${isRead} ${isSpam}`);
  expect(found).toEqual(['false false', 'true false', 'false true', 'true false']);
});
