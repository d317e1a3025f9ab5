import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { testConfig } from '#test/config.ts';
import { createAuthority } from '#test/fixtures/certificates.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { connectionProblem, trySending } from './transport.ts';

const SHORT = { connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
const folders = temporaryFolder();
let made: ReturnType<typeof createAuthority>;
beforeAll(() => {
  made = createAuthority(folders.path(''));
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, made.authority]);
  return () => setDefaultCACertificates(usual);
});

async function portOf(server: Pick<Server, 'listen' | 'close' | 'address'> & NodeJS.EventEmitter) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function startMailServer(options: SMTPServerOptions) {
  const mail = new SMTPServer({ authOptional: true, allowInsecureAuth: true, ...options });
  // Clients that hang up.
  mail.on('error', () => {});
  return portOf(mail.server);
}

test.each([
  ['never answers', '', 'did not answer in time'],
  ['stops after its greeting', '220 mail.example ESMTP\r\n', 'did not answer in time'],
  ['is no mail server', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'HTTP/1.1 400'],
])('a server that %s', async (_what, greeting, text) => {
  const port = await portOf(createServer((socket) => void socket.write(greeting)));
  expect(await connectionProblem(`smtp://127.0.0.1:${port}`, SHORT)).toContain(text);
});

test('a server that refuses the connection, or has no TLS where it is expected', async () => {
  const closed = createServer();
  const port = await portOf(closed);
  closed.close();
  expect(await connectionProblem(`smtp://127.0.0.1:${port}`, SHORT)).toContain('Could not connect');
  const plain = await startMailServer({ disabledCommands: ['STARTTLS'] });
  expect(await connectionProblem(`smtps://127.0.0.1:${plain}`)).toContain(
    'The encrypted connection failed',
  );
});

test.each(['smtp', 'smtps'])('what is wrong with a certificate, with %s', async (scheme) => {
  const problemWith = async (certificate: { cert: string; key: string }) => {
    const port = await startMailServer({ ...certificate, secure: scheme === 'smtps' });
    return connectionProblem(`${scheme}://localhost:${port}`);
  };
  expect(await problemWith(made.certificateFor('localhost', 1))).toBeNull();
  expect(await problemWith(made.certificateFor('localhost', -1))).toContain('has expired. Renew');
  expect(await problemWith(made.certificateFor('other.example', 1))).toContain('for another name');
  setDefaultCACertificates([]);
  onTestFinished(() => setDefaultCACertificates([made.authority]));
  expect(await problemWith(made.selfSigned)).toContain('is self-signed');
});

const send = (port: number, account = '') =>
  trySending(
    { mail: { ...testConfig('').mail, smtpUrl: `smtp://${account}127.0.0.1:${port}` } },
    { to: 'ada@site.example', subject: 'Test', text: 'Test' },
  );

test('a server that rejects the login, the sender, the recipient or the text', async () => {
  const refuse = (message: string) => Object.assign(new Error(message), { responseCode: 550 });
  const plain = { disabledCommands: ['STARTTLS'] };
  const login = await startMailServer({
    ...plain,
    onAuth: (_auth, _session, done) => done(new Error('Bad password')),
  });
  expect(await connectionProblem(`smtp://a:b@127.0.0.1:${login}`)).toMatch(
    /^The mail server rejected the user name or password: 535 .*Bad password/,
  );
  const sender = await startMailServer({
    ...plain,
    onMailFrom: (_address, _session, done) => done(refuse('Not yours')),
  });
  expect(await send(sender)).toEqual({
    isAccepted: false,
    answer: expect.stringMatching(/^The mail server rejected the sender\. .*: 550 .*Not yours/),
  });
  const recipient = await startMailServer({
    ...plain,
    onRcptTo: (_address, _session, done) => done(refuse('No such user')),
  });
  expect((await send(recipient)).answer).toMatch(/rejected the recipient: .*No such user/);
  const text = await startMailServer({
    ...plain,
    onData: (stream, _session, done) => stream.resume().on('end', () => done(refuse('Spam'))),
  });
  expect((await send(text)).answer).toMatch(/rejected the email: .*Spam/);
});

test("an accepted email shows the server's answer", async () => {
  const port = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => stream.resume().on('end', () => done(null, 'Queued')),
  });
  expect(await send(port)).toEqual({ isAccepted: true, answer: '250 Queued' });
});
