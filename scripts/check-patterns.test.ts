import { expect, test } from 'vitest';
import { findingsIn } from './check-patterns.mjs';

const STATEMENTS = [
  `const rows = await client('select id from mails');`,
  'const text = `insert into mails (id) values ($1)`;',
  '    update mails set state = $1',
  `  "DELETE FROM auth.sessions where token = $1",`,
  '  with made as (',
  `tx.insertInto('mails')`,
  'pool.query(text)',
  'sql`now()`',
];

test.each(STATEMENTS)('%s is only allowed in queries.ts', (line) => {
  for (const file of [
    'server/platform/mail/mailer.ts',
    'server/events/mails/service.ts',
    'demo/seed/reset.ts',
  ]) {
    expect(findingsIn(file, `\n${line}`)).toEqual([
      expect.stringMatching(`^${file}:2: .+queries.ts`),
    ]);
  }
  for (const file of [
    'server/platform/queries.ts',
    'server/platform/mail/queries.ts',
    'server/events/mails/queries.ts',
    'demo/seed/queries.ts',
    'server/platform/db/migrate.ts',
    'server/platform/mail/mailer.db.test.ts',
  ]) {
    expect(findingsIn(file, line)).toEqual([]);
  }
});

test.each([
  "capturedAt.toLocaleString('sv-SE', { timeZone })",
  "new Intl.DateTimeFormat('en-CA', { timeZone })",
  'day.toLocaleDateString()',
])('%s is not allowed in pages', (line) => {
  expect(findingsIn('web/lib/formats.ts', line)).toHaveLength(1);
});

test("numbers and the browser's time zone are not dates", () => {
  const text = `bytes.toLocaleString('en-US')
    new Intl.DateTimeFormat().resolvedOptions().timeZone`;
  expect(findingsIn('web/lib/formats.ts', text)).toEqual([]);
});

test.each([
  "await audit(tx, 'project.created', subject);",
  'db.as(viewer, (tx) => audit(tx, action, subject));',
  'await ctx.live.publish(tx, event);',
])('%s is only allowed in the subscribers', (line) => {
  expect(findingsIn('server/projects/service.ts', line)).toHaveLength(1);
  expect(findingsIn('server/subscribers.ts', line)).toEqual([]);
});

test('English words are not SQL', () => {
  const text = `
    'Select a company.'
    // Updates that were set.
    selected(from)
    'Please update your profile and set a password.'`;
  expect(findingsIn('server/events/mails/service.ts', text)).toEqual([]);
});
