import { expect, test } from 'vitest';
import { z } from 'zod';
import { Email, ProfileChange } from './accounts.ts';
import { CompanyInput } from './companies.ts';
import { Day, Id, line, optionalText, text } from './fields.ts';
import { Acceptance, InvitationInput } from './invitations.ts';
import { PersonChange } from './people.ts';

test.each([
  [optionalText(5), 'too long', 'Use at most 5 characters.'],
  [z.string().min(1), '', 'This is required.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Use at most 2 entries.'],
  [z.int().max(500), 501, 'The maximum is 500.'],
  [z.string(), undefined, 'This is required.'],
  [z.email(), 'ann', 'This is not a valid email address.'],
  [Id, '1', 'This is not a valid ID.'],
  [Day, '2026-02-30', 'This date does not exist.'],
  [Day, '0000-01-01', 'There is no year 0.'],
  [z.string().max(3, 'Keep it short.'), 'long', 'Keep it short.'],
  [z.enum(['a', 'b']), 'c', 'Invalid option: expected one of "a"|"b"'],
])('explains invalid input (%#)', (schema: z.ZodType, value: unknown, message) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message);
});

test.each([
  ['  Ann\t', 'Ann'],
  ['\u200b\u2060\ufeff', ''],
  ['\u200eAnn\u200b', 'Ann'],
  ['\u202eAn\u202en', 'Ann'],
  ['A\0nn\ud800', 'Ann\ufffd'],
  ['Re\u0301mi', 'R\u00e9mi'],
  // These contain invisible characters but are visible: a family, a heart, a flag, two Persian letters.
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  ['❤️', '❤️'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['می‌خواهم', 'می‌خواهم'],
])('trims invisible characters of %j', (typed, kept) => {
  expect(text().parse(typed)).toBe(kept);
});

test.each([
  ['Ann\r\nSubject: Hello', 'Ann Subject: Hello'],
  ['Ann\u2028\u2029\n\nLee', 'Ann Lee'],
  ['Ann\tLee\u001b', 'Ann Lee'],
  ['\n', ''],
])('turns %j into one line', (typed, kept) => {
  expect(line().parse(typed)).toBe(kept);
});

test('names are one line in every form; notes keep their lines', () => {
  const [typed, kept] = ['Ann\nLee', 'Ann Lee'];
  const names = { firstName: typed, lastName: typed, phone: typed };
  const password = 'four ordinary words';
  expect(ProfileChange.parse(names)).toEqual({ firstName: kept, lastName: kept, phone: kept });
  expect(PersonChange.parse({ ...names, notes: typed })).toMatchObject({
    firstName: kept,
    lastName: kept,
    phone: kept,
    notes: typed,
  });
  expect(Acceptance.parse({ ...names, password })).toMatchObject({
    firstName: kept,
    lastName: kept,
  });
  const invited = { role: 'admin', email: 'ann@site.example', contactName: typed };
  expect(InvitationInput.parse(invited)).toMatchObject({ contactName: kept });
  expect(CompanyInput.parse({ companyCode: 'ANN', companyName: typed }).companyName).toBe(kept);
});

test('accepts an email address with invisible characters around it', () => {
  expect(Email.parse('\u200bAnn@Site.Example\ufeff ')).toBe('ann@site.example');
});

test('trims a long text with many spaces quickly', () => {
  const long = `a${' '.repeat(1_000_000)}a`;
  expect(text().parse(` ${long} `)).toBe(long);
  expect(line().parse(` ${long} `)).toBe(long);
});
