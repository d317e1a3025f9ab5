import { count, counted, storageSize } from '#web/lib/formats.ts';
import { timeWords } from './speed.ts';
import type { QueueSnapshot } from './queue-parts.ts';

/** The state of a batch in one line: 'Uploading 34 of 120 files', '116 files uploaded, 3 not added, 1 failed'. */
export function progressTitle({ totals, isPaused, isConnectionLost }: QueueSnapshot): string {
  const { files, filesDone, turnedAway, pending, failed } = totals;
  const share = `${count(filesDone)} of ${counted(files, 'file')}`;
  if (isPaused) return `Paused at ${share}`;
  if (pending > 0) return isConnectionLost ? `Waiting at ${share}` : `Uploading ${share}`;
  return [
    `${counted(filesDone - turnedAway, 'file')} uploaded`,
    turnedAway > 0 ? `${count(turnedAway)} not added` : null,
    failed > 0 ? `${count(failed)} failed` : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** What goes on in numbers: '1.2 GB of 3.4 GB · 12.4 MB/s · 3 min left'. */
export function progressDetails({ totals, isPaused, bytesPerSecond }: QueueSnapshot): string {
  const { bytes, bytesDone, bytesLeft, pending } = totals;
  const parts = [`${storageSize(bytesDone)} of ${storageSize(bytes)}`];
  if (pending > 0 && !isPaused && bytesPerSecond && bytesPerSecond > 0) {
    parts.push(`${storageSize(Math.round(bytesPerSecond))}/s`);
    parts.push(`${timeWords(bytesLeft / bytesPerSecond)} left`);
  }
  return parts.join(' · ');
}

/** Bytes done in percent; full only when everything is done. */
export const progressPercent = ({ totals: { bytes, bytesDone } }: QueueSnapshot): number =>
  bytes === 0 ? 0 : Math.floor((bytesDone / bytes) * 100);
