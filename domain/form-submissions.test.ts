import { describe, expect, test } from 'vitest';
import {
  callAddress,
  companyCodeFor,
  replyAddress,
  spamMessage,
  type FormSubmission,
} from './form-submissions.ts';

const MESSAGE: FormSubmission = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ada & Sons',
  email: 'ada+sites@site.example',
  phone: null,
  company: null,
  message: 'Two sites?\r\nEvery week.\n\nAda',
  projectId: null,
  stage: 'new',
  projectName: null,
  page: null,
  submittedAt: '2026-11-21T01:30:00.000Z',
  isRead: false,
  isSpam: false,
  spamReasons: [],
};

const OPERATOR = { name: 'Overfly', timeZone: 'America/Chicago' };

describe('a reply', () => {
  const read = (message: FormSubmission) => {
    const url = new URL(replyAddress(message, OPERATOR));
    const headers = new Map(
      url.search
        .slice(1)
        .split('&')
        .map((pair) => pair.split('=').map(decodeURIComponent) as [string, string]),
    );
    return { to: decodeURIComponent(url.pathname), headers };
  };

  test('goes to the sender, with a subject and the quoted message', () => {
    const { to, headers } = read(MESSAGE);
    expect(to).toBe('ada+sites@site.example');
    expect([...headers.keys()]).toEqual(['subject', 'body']);
    expect(headers.get('subject')).toBe('Re: Your message to Overfly');
    expect(headers.get('body')).toBe(
      [
        'Hello Ada & Sons,',
        '',
        '',
        '',
        'Ada & Sons wrote on 2026-11-20:',
        '> Two sites?',
        '> Every week.',
        '> ',
        '> Ada',
        '',
      ].join('\r\n'),
    );
  });

  test("has no recipients or headers from the sender's input", () => {
    const email = 'a@b.example?cc=eve@else.example&bcc=x@y.example';
    const message = '&bcc=eve@else.example#x';
    const { to, headers } = read({ ...MESSAGE, email, message, name: 'A&cc=e' });
    expect(to).toBe(email);
    expect([...headers.keys()]).toEqual(['subject', 'body']);
  });

  test('quotes the beginning of a long message, without cutting a character in half', () => {
    for (const start of ['', 'x']) {
      const message = `${start}${'😀'.repeat(5000)}`;
      const long = replyAddress({ ...MESSAGE, message }, OPERATOR);
      expect(long.length).toBeLessThan(9000);
      expect(decodeURIComponent(long)).toContain('…');
    }
  });
});

test.each([
  ['(254) 555-0100', 'tel:2545550100'],
  ['+1 254 555 0100', 'tel:+12545550100'],
  ['254.555.0100 ext. 12', 'tel:2545550100;ext=12'],
  ['0+1', null],
  ['call me', null],
  ['', null],
  [null, null],
])('the call link of %s is %s', (phone, address) => {
  expect(callAddress(phone)).toBe(address);
});

test('the reasons for suspected spam form a sentence', () => {
  expect(spamMessage(['too-fast', 'many-links'])).toBe(
    'It was sent faster than a person can type, and contains many links.',
  );
});

test.each([
  ['Brazos Valley Builders', 'BRAZOS-VALLEY-BUILDERS'],
  ['  Łódź & Söhne GmbH ', 'ODZ-SOHNE-GMBH'],
  ['A'.repeat(40), 'A'.repeat(32)],
  ['建设', ''],
])('proposes a company code for %s', (name, code) => {
  expect(companyCodeFor(name)).toBe(code);
});
