// Opens the embedded database in the directory given and keeps it open until it is killed.
import pino from 'pino';
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';

await openEmbedded({ directory: process.argv[2] ?? '', log: pino({ level: 'silent' }) });
process.stdout.write('open\n');
