import { byteSize } from '#domain/byte-size.ts';
import { count, counted } from '#web/lib/formats.ts';
import type { QueueSnapshot } from './upload-item.ts';

const WINDOW_MILLISECONDS = 10_000;
const MIN_MILLISECONDS = 1000;

/** Upload speed over the last ten seconds. Times are in milliseconds. */
export class Speedometer {
  #samples: { at: number; bytes: number }[] = [];

  add(bytes: number, at: number): void {
    this.#samples.push({ at, bytes });
    this.#dropBefore(at);
  }

  /** In bytes per second; null if there is too little data. */
  rate(at: number): number | null {
    this.#dropBefore(at);
    const first = this.#samples[0];
    if (!first || at - first.at < MIN_MILLISECONDS) return null;
    const bytes = this.#samples.reduce((sum, sample) => sum + sample.bytes, 0);
    return (bytes / (at - first.at)) * 1000;
  }

  reset(): void {
    this.#samples = [];
  }

  #dropBefore(at: number): void {
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW_MILLISECONDS);
  }
}

/** Remaining time: 'less than a minute', '4 min', '2 h 10 min'. */
export function durationLeft(seconds: number): string {
  if (seconds < 45) return 'less than a minute';
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** For example 'Uploading 34 of 120 files', '116 files uploaded, 3 not added, 1 failed'. */
export function progressTitle({ totals, isPaused, isConnectionLost }: QueueSnapshot): string {
  const { files, filesDone, rejected, storing, pending, failed } = totals;
  const share = `${count(filesDone)} of ${counted(files, 'file')}`;
  if (isPaused) return `Paused: ${share}`;
  if (pending > 0)
    return isConnectionLost ? `Waiting for a connection: ${share}` : `Uploading ${share}`;
  return [
    `${counted(filesDone - rejected - storing, 'file')} uploaded`,
    storing > 0 ? `${count(storing)} saving` : null,
    rejected > 0 ? `${count(rejected)} not added` : null,
    failed > 0 ? `${count(failed)} failed` : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** For example '1.2 GB of 3.4 GB · 12.4 MB/s · 3 min left'. */
export function progressDetails({ totals, isPaused, bytesPerSecond }: QueueSnapshot): string {
  const { bytes, bytesDone, bytesLeft, pending } = totals;
  const parts = [`${byteSize(bytesDone)} of ${byteSize(bytes)}`];
  if (pending > 0 && !isPaused && bytesPerSecond && bytesPerSecond > 0) {
    parts.push(`${byteSize(Math.round(bytesPerSecond))}/s`);
    parts.push(`${durationLeft(bytesLeft / bytesPerSecond)} left`);
  }
  return parts.join(' · ');
}

/** Rounded down, so that 100% means complete. */
export const progressPercent = ({ totals: { bytes, bytesDone } }: QueueSnapshot): number =>
  bytes === 0 ? 0 : Math.floor((bytesDone / bytes) * 100);
