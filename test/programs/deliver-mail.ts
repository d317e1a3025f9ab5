// Takes one email from the outbox of a server (arguments: database URL, email id) and keeps delivering it forever.
// Prints 'delivers' when it has the email; exits if it can't get it.
import pino from 'pino';
import { openServer } from '#server/platform/db/database.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { createDecoder } from '#server/platform/media/decoder.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import { testConfig } from '../config.ts';

const [url = '', mailId = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const db = openServer(url, log);
const queue = await createQueue(db, [], log);
const mailer = createMailer({
  config: testConfig('/nowhere'),
  db,
  queue,
  clock: () => new Date(),
  log,
  storage: diskStorage('/nowhere'),
  decoder: createDecoder(),
  transport: () => {
    process.stdout.write('delivers\n');
    return new Promise(() => {});
  },
});
await mailer.send(mailId);
await queue.stop();
await db.close();
