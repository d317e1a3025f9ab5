import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openSite } from '#test/site.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { createMailer, sendMail } from './mailer.ts';
import { mailFolder } from './transport.ts';

const product = await openSite();
const { ctx, clock } = product;
afterAll(() => product.close());
afterEach(() => ctx.db.pool.query('delete from mails'));

const SYSTEM = { kind: 'system' } as const;
const MAIL = {
  kind: 'test',
  to: 'ada@site.example',
  subject: 'Week 12 is ready',
  html: '<p>Look</p>',
  text: 'Look',
};
type Row = { id: string; state: string; attempts: number; last_error: string | null };

const rows = async () => (await ctx.db.pool.query<Row>('select * from mails order by number')).rows;
const queueMail = (changes: object = {}) =>
  ctx.db.as(SYSTEM, (tx) => ctx.mail.queue(tx, { ...MAIL, ...changes }));

/** `taken` lists the emails that the mail server accepted. */
function mailerWith(answer: () => void) {
  const taken: string[] = [];
  const mailer = createMailer({
    ...ctx,
    transport: async (mail) => {
      answer();
      taken.push(mail.id);
    },
  });
  return { mailer, taken };
}

const refusal = (command: string, responseCode: number) =>
  Object.assign(new Error(`${responseCode} no`), { command, responseCode });

const fail = (error: Error) => () => {
  throw error;
};

test('an email and its job are saved on commit and discarded on rollback', async () => {
  const rolledBack = ctx.db.as(SYSTEM, async (tx) => {
    await ctx.mail.queue(tx, MAIL);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await rows()).toEqual([]);
  await ctx.db.as({ kind: 'anonymous' }, (tx) => ctx.mail.queue(tx, MAIL));
  const [mail] = await rows();
  const { pending } = await ctx.queue.list(sendMail);
  expect(pending).toContainEqual({ mailId: mail?.id });
});

test('without a mail server, an email becomes a file with both parts and all headers', async () => {
  const unsubscribeUrl = 'https://fly.example/unsubscribe/1';
  const subject = 'Grüße from the site';
  await queueMail({ replyTo: 'visitor@else.example', subject, unsubscribeUrl });
  await deliverMails(ctx);
  const mail = (await readMailbox(ctx.config.dataDir)).at(-1);
  expect(mail).toMatchObject({
    to: 'ada@site.example',
    subject: 'Grüße from the site',
    text: expect.stringContaining('Look'),
    html: expect.stringContaining('<p>Look</p>'),
  });
  const [row] = await rows();
  expect(mail?.headers).toMatchObject({
    from: 'Overfly <support@overfly.example>',
    'reply-to': 'visitor@else.example',
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': `<${unsubscribeUrl}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'message-id': `<${row?.id}@overfly.example>`,
  });
  const files = await readdir(mailFolder(ctx.config));
  expect(files.filter((name) => name.includes(row?.id ?? '?'))).toHaveLength(1);
});

test('a picture is attached as JPEG, and a deleted one is left out', async () => {
  const [id, gone] = [randomUUID(), randomUUID()];
  const webp = await sharp(await jpegPhoto())
    .webp()
    .toBuffer();
  await ctx.storage.put(presetKey(id, 256), webp);
  await queueMail({ pictureIds: [id, gone], html: `<img src="cid:${id}@picture" alt="">` });
  await deliverMails(ctx);
  const mail = (await readMailbox(ctx.config.dataDir)).at(-1);
  expect(mail?.pictures).toMatchObject([{ type: 'image/jpeg', contentId: `<${id}@picture>` }]);
});

test('a sent email is never sent again, however often its job runs', async () => {
  await queueMail();
  const { mailer, taken } = mailerWith(() => {});
  const [mail] = await rows();
  const id = mail?.id ?? '';
  await Promise.all([mailer.send(id), mailer.send(id)]);
  await mailer.send(id);
  expect(taken).toEqual([id]);
  expect((await rows())[0]?.state).toBe('sent');
});

test('a mail server that is down delays emails but loses none', async () => {
  await queueMail();
  const id = (await rows())[0]?.id ?? '';
  const dead = mailerWith(fail(new Error('connect\0 ECONNREFUSED')));
  await dead.mailer.send(id);
  expect((await rows())[0]).toMatchObject({
    state: 'queued',
    attempts: 1,
    last_error: 'connect ECONNREFUSED',
  });
  await dead.mailer.send(id);
  expect((await rows())[0]?.attempts).toBe(1);
  expect(await dead.mailer.state()).toMatchObject({
    ok: false,
    detail: 'No mail server: emails are saved as files and not sent; 1 email could not be sent yet',
  });
  clock.advance(60_000);
  await dead.mailer.send(id);
  clock.advance(60_000);
  const alive = mailerWith(() => {});
  await alive.mailer.send(id);
  expect(alive.taken).toEqual([]);
  clock.advance(60_000);
  await alive.mailer.send(id);
  expect(alive.taken).toEqual([id]);
  expect(await alive.mailer.state()).toMatchObject({ ok: true });
});

test('an email that the server rejects permanently fails at once and is counted', async () => {
  await queueMail();
  const id = (await rows())[0]?.id ?? '';
  const { mailer } = mailerWith(fail(refusal('RCPT TO', 550)));
  await mailer.send(id);
  expect((await rows())[0]).toMatchObject({ state: 'failed', last_error: '550 no' });
  expect(await mailer.state()).toMatchObject({
    ok: false,
    detail: expect.stringContaining('1 email failed in the last day'),
  });
});

test('a wrong password for the mail server does not fail the email', async () => {
  await queueMail();
  const { mailer } = mailerWith(fail(refusal('AUTH PLAIN', 535)));
  await mailer.send((await rows())[0]?.id ?? '');
  expect((await rows())[0]?.state).toBe('queued');
});

test('an email fails after two days of retries', async () => {
  await queueMail();
  const id = (await rows())[0]?.id ?? '';
  const { mailer } = mailerWith(fail(new Error('down')));
  for (let hour = 0; hour < 24 * 4; hour++) {
    await mailer.send(id);
    clock.advance(3_600_000);
  }
  expect((await rows())[0]).toMatchObject({ state: 'failed', attempts: 19 });
});

test('an email gets a new job if its job was lost or its sender died', async () => {
  await queueMail();
  const id = (await rows())[0]?.id ?? '';
  await ctx.db.pool.query("delete from pgboss.job where name = 'send-mail'");
  await ctx.mail.sweep();
  await ctx.mail.sweep();
  const jobs = async () => (await ctx.queue.list(sendMail)).pending;
  expect(await jobs()).toEqual([{ mailId: id }]);

  const dying = mailerWith(() => {});
  const sender = createMailer({ ...ctx, transport: () => new Promise(() => {}) });
  void sender.send(id);
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  await ctx.db.pool.query("delete from pgboss.job where name = 'send-mail'");
  await ctx.mail.sweep();
  expect(await jobs()).toEqual([]);
  clock.advance(2 * 60_000);
  await ctx.mail.sweep();
  expect(await jobs()).toEqual([{ mailId: id }]);
  await dying.mailer.send(id);
  expect(dying.taken).toEqual([id]);
});

test('settled emails are deleted after a month, waiting ones are kept', async () => {
  await queueMail();
  await deliverMails(ctx);
  await queueMail({ subject: 'waits' });
  clock.advance(31 * 86_400_000);
  await ctx.mail.sweep();
  const left = (await ctx.db.pool.query('select subject from mails')).rows;
  expect(left).toEqual([{ subject: 'waits' }]);
});

test('line breaks cannot add headers, and two addresses are rejected', async () => {
  await queueMail({ subject: 'Hello\r\nBcc: everybody@else.example\u2028x' });
  await deliverMails(ctx);
  const mail = (await readMailbox(ctx.config.dataDir)).at(-1);
  expect(mail?.subject).toBe('Hello Bcc: everybody@else.example x');
  expect(mail?.headers.bcc).toBeUndefined();
  for (const replyTo of ['a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example']) {
    await expect(queueMail({ replyTo })).rejects.toThrow(/email/);
  }
});

test("staff see an email's state but not its content; others see nothing", async () => {
  await queueMail();
  const viewer = { kind: 'staff', profileId: crypto.randomUUID(), role: 'operator' } as const;
  const states = await ctx.db.as(viewer, (tx) =>
    tx.selectFrom('mails').select(['recipient', 'state', 'lastError']).execute(),
  );
  expect(states).toEqual([{ recipient: 'ada@site.example', state: 'queued', lastError: null }]);
  const read = ctx.db.as(viewer, (tx) => tx.selectFrom('mails').select('html').execute());
  await expect(read).rejects.toThrow(/permission denied/);
  const change = ctx.db.as(viewer, (tx) =>
    tx.updateTable('mails').set({ state: 'failed' }).execute(),
  );
  await expect(change).rejects.toThrow(/permission denied/);
  for (const kind of ['anonymous', 'client'] as const) {
    const other =
      kind === 'client'
        ? { kind, profileId: crypto.randomUUID(), companyId: null }
        : ({ kind } as const);
    const seen = await ctx.db.as(other, (tx) => tx.selectFrom('mails').select('id').execute());
    expect(seen).toEqual([]);
  }
});

test.each([
  ['client@overfly.example', true, 'sent'],
  ['client@overfly.test', true, 'queued'],
  ['client@overfly.example', false, 'queued'],
])(
  'with the mail server down, an email to %s in demo mode %s is %s',
  async (to, enabled, state) => {
    const mail = { ...ctx.config.mail, smtpUrl: 'smtp://127.0.0.1:9' };
    const config = { ...ctx.config, mail, demo: { ...ctx.config.demo, enabled } };
    await queueMail({ to });
    const [row] = await rows();
    await createMailer({ ...ctx, config }).send(row?.id ?? '');
    expect(await rows()).toEqual([expect.objectContaining({ state, attempts: 1 })]);
  },
);
