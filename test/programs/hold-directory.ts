// Opens the embedded database in a directory and keeps it open until killed.
import pino from 'pino';
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';

await openEmbedded({ directory: process.argv[2] ?? '', log: pino({ level: 'silent' }) });
process.stdout.write('open\n');
