import { expect, test } from 'vitest';
import { Email } from './accounts.ts';
import { ContactInput } from './contact.ts';
import { withAsciiDomain } from './email-address.ts';

test.each([
  ['Ann@Bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ['ann@BU\u0308CHER.example', 'ann@xn--bcher-kva.example'],
  ['ann@mail.straße.example', 'ann@mail.xn--strae-oqa.example'],
  ['ann@例え。テスト', 'ann@xn--r8jz45g.xn--zckzah'],
  ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
  ["o'brien+site@acme.example", "o'brien+site@acme.example"],
])('stores %s as %s', (given, address) => {
  expect(Email.parse(given)).toBe(address);
  const contact = { name: 'Ann', email: given, message: 'Hello' };
  expect(ContactInput.parse(contact).email.toLowerCase()).toBe(address);
});

test.each([
  'jörg@acme.example',
  'ann@bü cher.example',
  'ann@bücher',
  'ann@bücher.example/path',
  'ann@bücher.example:25',
  '@bücher.example',
  'ann@-bücher..example',
  'a..b@bücher.example',
])('rejects %s', (given) => {
  expect(Email.safeParse(given).success).toBe(false);
});

test.each(['jörg@acme.example', 'ann@bücher', 'ann@bücher.example/path'])(
  'the contact form also rejects %s',
  (email) => {
    expect(ContactInput.safeParse({ name: 'Ann', email, message: 'Hello' }).success).toBe(false);
  },
);

test('explains which letters are allowed before the @', () => {
  const { error } = Email.safeParse('jörg@acme.example');
  expect(error?.issues[0]?.message).toBe(
    "The part before the @ can't contain accented or non-Latin characters.",
  );
});

test('leaves text without a domain unchanged', () => {
  for (const text of ['', 'ann', 'ann@acme.example', '@bücher.example', 'ann@\u00ad'])
    expect(withAsciiDomain(text)).toBe(text);
});
