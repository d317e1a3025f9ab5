import { hash } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONTACT_LIMITS, tooLong, CONTACT_MESSAGES } from '#domain/contact-messages.ts';
import type { Config } from '#server/config.ts';
import { openSite, type Site } from '#test/site.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';

const MESSAGE = {
  name: 'Ada Builder',
  email: 'ada@site.example',
  phone: '254 555 0100',
  company: 'Builders & Sons',
  message: 'Two sites near Waco,\nevery week.',
};

let product: Site;
let others: Site[] = [];
/** The sender's IP address: a new one per test, because limits are per address. */
let address: string;
let sender = 0;
let earlier = 0;

const shared = await openSite();
beforeEach(async () => {
  product = shared;
  address = `203.0.113.${++sender}`;
  await shared.change('delete from form_submissions');
  await shared.change('delete from mails');
  earlier = (await readMailbox(shared.ctx.config.dataDir)).length;
});
afterEach(async () => {
  await Promise.all(others.map((app) => app.close()));
  others = [];
});
afterAll(() => shared.close());

/** Uses a site with other settings for the rest of the test. */
async function startWith(config: Partial<Config>) {
  product = await openSite({ config });
  others.push(product);
  earlier = 0;
}

const fetchToken = async () =>
  (await product.inject({ method: 'GET', url: '/api/contact/token' })).json<{
    token: string;
    proofBits: number;
  }>();

const typedForm = async () => {
  const { token } = await fetchToken();
  product.clock.advance(60_000);
  return token;
};

const send = (changes: object = {}, remoteAddress = address, headers = {}) =>
  product.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { ...MESSAGE, ...changes },
    remoteAddress,
    headers,
  });

const stored = async () => {
  const rows = product.rows.selectFrom('formSubmissions').selectAll();
  return rows.orderBy('submittedAt').orderBy('id').execute();
};
const mails = async () => {
  await deliverMails(product.ctx);
  return (await readMailbox(product.ctx.config.dataDir)).slice(earlier);
};

describe('a contact message', () => {
  test('is stored, emailed to the operator with the sender as reply address, and confirmed', async () => {
    const answer = await send({ token: await typedForm() });
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
    expect(await stored()).toMatchObject([{ ...MESSAGE, isSpam: false, spamReasons: [] }]);
    const [notice, confirmation] = await mails();
    expect(notice).toMatchObject({
      to: 'support@overfly.example',
      subject: 'New message from Ada Builder (Builders & Sons)',
      headers: { 'reply-to': 'ada@site.example' },
    });
    for (const words of ['Ada Builder', '254 555 0100', 'Two sites near Waco,', 'every week.']) {
      expect(notice?.text).toContain(words);
    }
    expect(notice?.html).toContain('Builders &amp; Sons');
    expect(confirmation).toMatchObject({
      to: 'ada@site.example',
      subject: 'Your message to Overfly',
      headers: { 'reply-to': 'support@overfly.example' },
    });
    expect(await mails()).toHaveLength(2);
  });

  test('needs only a name, an email address and text', async () => {
    const { name, email, message } = MESSAGE;
    const payload = { name, email, message };
    const answer = await product.inject({ method: 'POST', url: '/api/contact', payload });
    expect(answer.statusCode).toBe(200);
    expect(await stored()).toMatchObject([{ phone: null, company: null }]);
  });

  test.each(['name', 'email', 'message'])('is refused without %s', async (field) => {
    for (const value of ['', '  \n ', null, undefined]) {
      const answer = await send({ [field]: value });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('Please fill in all required fields.'),
      });
    }
    expect(await stored()).toEqual([]);
  });

  test('is refused with an invalid address, two addresses, or one that is too long', async () => {
    const addresses = [
      'ada',
      'ada@site.example, eve@else.example',
      'ada@site.example>\r\nBcc: e@e.example',
    ];
    for (const email of addresses) expect((await send({ email })).statusCode).toBe(400);
    expect((await send({ message: 'x'.repeat(10_001) })).statusCode).toBe(400);
    expect(await stored()).toEqual([]);
  });

  test("is accepted from every address that the page's form accepts", async () => {
    for (const email of ['a&b@x.com', "o'neil+{site}@mail.x-y.example", '.dots.@x.com']) {
      expect((await send({ token: await typedForm(), email })).statusCode).toBe(200);
    }
    expect(await stored()).toHaveLength(3);
  });

  test('is refused with a message naming the invalid field', async () => {
    const words = {
      email: ['maria@gmail', `email: ${CONTACT_MESSAGES.wrongEmail}`],
      message: ['x'.repeat(10_001), `message: ${tooLong(CONTACT_LIMITS.message)}`],
    };
    for (const [field, [value, message]] of Object.entries(words)) {
      expect((await send({ [field]: value })).json()).toMatchObject({ message });
    }
  });

  test('is stored and emailed once when it is sent again after a lost response', async () => {
    const token = await typedForm();
    const answers = await Promise.all([send({ token }), send({ token })]);
    answers.push(await send({ token }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  test('is announced to staff who have the inbox open', async () => {
    const types: string[] = [];
    const stop = product.ctx.live.onEvent(({ type }) => types.push(type));
    await send({ token: await typedForm() });
    await expect.poll(() => types).toEqual(['form-submission.changed']);
    stop();
  });

  test('is stored only if its emails can be queued', async () => {
    await product.change('alter table mails rename to away');
    expect((await send({ token: await typedForm() })).statusCode).toBe(500);
    await product.change('alter table away rename to mails');
    expect(await stored()).toEqual([]);
  });
});

describe('suspected spam is stored and flagged without a reply', () => {
  const outcome = async () => {
    const sent = await mails();
    const [{ isSpam, spamReasons: reasons } = { isSpam: false, spamReasons: [] }] = await stored();
    return { isSpam, reasons, mails: sent.map(({ to, subject }) => `${to}: ${subject}`) };
  };
  const NOTICE =
    'support@overfly.example: Suspected spam: New message from Ada Builder (Builders & Sons)';
  const suspected = (reason: string) => ({ isSpam: true, reasons: [reason], mails: [NOTICE] });

  test('if the hidden field is filled in, with no email to the operator', async () => {
    const answer = await send({ token: await typedForm(), website: 'https://spam.example' });
    expect(answer.statusCode).toBe(200);
    expect(await outcome()).toEqual({ isSpam: true, reasons: ['hidden-field'], mails: [] });
  });

  test("if it was sent without the form, and the operator's email is marked", async () => {
    expect((await send()).statusCode).toBe(200);
    expect(await outcome()).toEqual(suspected('no-token'));
  });

  test('if the form token is invalid', async () => {
    await send({ token: 'abc.def.ghi' });
    expect(await outcome()).toEqual(suspected('bad-token'));
  });

  test('if it was sent faster than a person can type', async () => {
    await send({ token: (await fetchToken()).token });
    expect(await outcome()).toEqual(suspected('too-fast'));
  });

  test('if the form is older than a day', async () => {
    const token = await typedForm();
    product.clock.advance(86_400_000);
    await send({ token });
    expect(await outcome()).toEqual(suspected('too-old'));
  });

  test('if it contains many links', async () => {
    const message = 'Buy https://a.example http://b.example www.c.example [url=d]';
    await send({ token: await typedForm(), message });
    expect(await outcome()).toEqual(suspected('many-links'));
  });

  test('if the form was already used', async () => {
    const token = await typedForm();
    await send({ token });
    product.clock.advance(1000);
    await send({ token, message: 'Something else' });
    expect((await stored()).map((row) => row.spamReasons)).toEqual([[], ['token-used']]);
  });

  test('if the form sends two messages at the same moment, and both are kept', async () => {
    const token = await typedForm();
    const words = ['One', 'Two', 'Three', 'Four'];
    const answers = await Promise.all(words.map((message) => send({ token, message })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const rows = await stored();
    expect(rows.map(({ message }) => message).toSorted()).toEqual(words.toSorted());
    expect(rows.map((row) => row.spamReasons.join(' ')).toSorted()).toEqual([
      '',
      'token-used',
      'token-used',
      'token-used',
    ]);
  });
});

describe('a proof of work', () => {
  const solve = (token: string, bits: number) => {
    const isSolved = (proof: number) =>
      BigInt(`0x${hash('sha256', `${token}:${proof}`)}`) >> BigInt(256 - bits) === 0n;
    let proof = 0;
    while (!isSolved(proof)) proof++;
    return String(proof);
  };

  test('is required by a setting, and messages without it are flagged', async () => {
    await startWith({ contact: { proofBits: 8 } });
    const first = await fetchToken();
    expect(first.proofBits).toBe(8);
    product.clock.advance(10_000);
    await send({ token: first.token, proof: solve(first.token, 8) });
    const second = await typedForm();
    await send({ token: second, message: 'Without' });
    expect((await stored()).map((row) => row.spamReasons)).toEqual([[], ['no-proof']]);
  });

  test('is not required by default', async () => {
    expect((await fetchToken()).proofBits).toBe(0);
  });
});

describe('limits on messages', () => {
  const tooMany = (wait: string) =>
    `Too many messages from your network. Wait ${wait} and try again, or contact us directly.`;

  test('refuse an eleventh message within ten minutes from one network', async () => {
    for (let index = 0; index < 10; index++) {
      expect((await send({ message: `${index}` })).statusCode).toBe(200);
    }
    const answer = await send({ message: 'more' });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      429,
      '600',
      expect.objectContaining({ code: 'RATE_LIMITED', message: tooMany('10 minutes') }),
    ]);
    expect((await send({}, '198.51.100.200')).statusCode).toBe(200);
    expect(await stored()).toHaveLength(11);
  });

  test('treat addresses of one IPv6 network, and forged headers, as the same network', async () => {
    const from = (index: number) =>
      send({}, `2001:db8:1:2::${index + 1}`, { 'x-forwarded-for': `198.51.100.${index}` });
    for (let index = 0; index < 10; index++) expect((await from(index)).statusCode).toBe(200);
    expect((await from(10)).statusCode).toBe(429);
  });

  const fill = (count: number, columns: string, values: string) =>
    product.change(
      `insert into form_submissions (name, email, message, submitted_at ${columns})
       select 'Bot', 'bot@else.example', 'x', $1::timestamptz - interval '2 hours' ${values}
       from generate_series(1, ${count})`,
      product.clock.now(),
    );

  test('accept at most 200 messages per day from all networks', async () => {
    await fill(199, '', '');
    expect((await send({ token: await typedForm() })).statusCode).toBe(200);
    const token = await typedForm();
    expect((await send({ token }, '198.51.100.1')).json()).toMatchObject({
      message: tooMany('24 hours'),
    });
    product.clock.advance(86_400_000);
    const later = await typedForm();
    expect((await send({ token: later }, '198.51.100.1')).statusCode).toBe(200);
  });

  test('count suspected spam separately, so people can still use the form', async () => {
    await fill(200, ', is_spam', ', true');
    expect((await send()).statusCode).toBe(429);
    expect((await send({ token: await typedForm() })).statusCode).toBe(200);
  });

  test('accept at most 30 messages per day from one network, even through another process', async () => {
    await send();
    await fill(29, ', network_hash', ', (select max(network_hash) from form_submissions)');
    expect((await send()).statusCode).toBe(429);
    expect((await send({}, '198.51.100.1')).statusCode).toBe(200);
  });

  test('send at most three confirmations per day to one address', async () => {
    for (let index = 0; index < 5; index++) {
      const email = index % 2 === 0 ? 'ada@site.example' : 'Ada@Site.example';
      await send({ token: await typedForm(), message: `${index}`, email }, `198.51.100.${index}`);
    }
    const confirmations = (await mails()).filter(({ subject }) => subject.startsWith('Your'));
    expect(confirmations).toHaveLength(3);
    expect(await stored()).toHaveLength(5);
  });
});

describe('an email about a message', () => {
  const HTML = '<img src=x onerror=alert(1)><a href="https://evil.example">click</a>';

  test("can't get additional headers from line breaks in a name", async () => {
    const name = 'Ada\r\nBcc: everybody@else.example\r\n\r\nHello';
    await send({ token: await typedForm(), name, company: 'A\u2028B' });
    const [notice] = await mails();
    expect(notice?.headers.bcc).toBeUndefined();
    expect(notice?.subject).toBe('New message from Ada Bcc: everybody@else.example Hello (A B)');
    expect((await stored())[0]?.name).toBe('Ada Bcc: everybody@else.example Hello');
  });

  test('shows HTML as text and creates no links', async () => {
    await send({ token: await typedForm(), name: HTML, company: HTML, message: HTML });
    const [notice, confirmation] = await mails();
    expect(notice?.html).not.toContain('<img');
    expect(notice?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(notice?.links).toEqual([]);
    expect(confirmation?.html).not.toContain('evil.example');
    expect(confirmation?.text).not.toContain('evil.example');
  });

  test('to the sender repeats nothing they entered', async () => {
    await send({ token: await typedForm(), name: 'Zebedee', message: 'Quixotic' });
    const confirmation = (await mails()).find(({ to }) => to === MESSAGE.email);
    for (const words of ['Zebedee', 'Quixotic', 'Builders']) {
      expect(`${confirmation?.subject}${confirmation?.text}${confirmation?.html}`).not.toContain(
        words,
      );
    }
  });

  test("links to the inbox at the configured URL, not at the request's host", async () => {
    await send({ token: await typedForm() }, address, { host: 'evil.example' });
    expect((await mails())[0]?.links).toEqual([]);
    await startWith({ publicUrl: 'https://fly.example' });
    await send({ token: await typedForm() }, address, { host: 'evil.example' });
    expect((await mails())[0]?.links).toEqual(['https://fly.example/operator/submissions']);
  });
});
