// What the tests of the queue look at instead of a server: what it asked for, sent and remembered.
import type { KnownFile } from './intake.ts';
import type { KeptBatch } from './upload-records.ts';
import type { PickedFile } from './picked-files.ts';
import type { SendFile } from './sender.ts';
import { UploadQueue } from './upload-queue.ts';

export const TARGET = { home: 'a1', about: {} };

/** A file as somebody picks it; its text is its hash. */
export const picked = (name: string, text = name, path = name): PickedFile => ({
  file: new File([text], name, { lastModified: 1_700_000_000_000 }),
  path,
});

export type SendHandlers = Parameters<SendFile>[1];

/** A queue whose files are sent as the test says; `bench` remembers what it asked for. */
export function createQueueStage() {
  const bench = {
    known: [] as KnownFile[],
    asked: [] as string[],
    fingerprints: [] as string[],
    failures: [] as string[][],
    mended: 0,
    cancelled: [] as string[],
    handlers: new Map<string, SendHandlers>(),
    kept: undefined as KeptBatch | null | undefined,
    hash: (file: File): Promise<string | null> => file.text(),
    isCheckFailing: false,
    account: 'ann',
  };
  const { known, asked, fingerprints, failures, cancelled, handlers } = bench;
  const queue = new UploadQueue({
    ...TARGET,
    account: () => bench.account,
    send: ({ fingerprint, file, sha256 }, heard) => {
      asked.push(`send ${file.name}${sha256 === null ? '' : ` ${sha256}`}`);
      fingerprints.push(fingerprint);
      handlers.set(file.name, heard);
      heard.onProgress(0, null);
      return () => void asked.push(`stop ${file.name}`);
    },
    forget: () => {},
    hash: (file) => bench.hash(file),
    check: async (sha256) => {
      if (bench.isCheckFailing) throw new TypeError('no network');
      return known.filter((file) => sha256.includes(file.sha256));
    },
    onCancelled: (items) => cancelled.push(...items.map(({ name }) => name)),
    keep: (batch) => {
      bench.kept = batch;
    },
    onMended: () => {
      bench.mended++;
    },
    onFailures: (failed) => failures.push(failed.map(({ name, message }) => `${name}: ${message}`)),
  });
  return { bench, queue };
}
