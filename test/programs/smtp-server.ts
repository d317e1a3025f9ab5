// A local mail server. Arguments: folder, port (0 for any), number of emails to accept before it stops answering.
// Accepted emails are written to files before they are acknowledged.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const [folder = '', port = '0', most = '0'] = process.argv.slice(2);
let taken = 0;

const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, callback) {
    const isKnown = username === 'overfly' && password === 'p@ss word';
    callback(isKnown ? null : new Error('Invalid login'), { user: username });
  },
  async onData(stream, _session, callback) {
    if (taken >= Number(most)) {
      process.stdout.write('holds\n');
      return;
    }
    taken++;
    writeFileSync(join(folder, `${process.pid}-${taken}.eml`), await buffer(stream), {
      flush: true,
    });
    callback();
  },
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
