import { mkdir, rm } from 'node:fs/promises';
import { sitePath } from '../flight/site-files.ts';
import { LAST_WEEK, WEEKS } from '../flight/calendar.ts';
import { openHost } from './host.ts';
import { drawPhotos } from './photos.ts';
import { drawRasters } from './rasters.ts';
import { writeTruth } from './truth.ts';
import { drawVideo } from './video.ts';

// Renders missing files of demo/site, or all files with --all.
if (process.argv.includes('--all')) await rm(sitePath(''), { recursive: true, force: true });
await mkdir(sitePath(''), { recursive: true });
await writeTruth();
const host = await openHost();
try {
  const ends = [LAST_WEEK, 1];
  for (const week of [...ends, ...WEEKS.filter((number) => !ends.includes(number))]) {
    await drawPhotos(host, week);
    await drawRasters(host, week);
  }
  await drawVideo(host);
} finally {
  await host.close();
}
