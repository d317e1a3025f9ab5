import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sender, type SendHandlers } from './sender.ts';
import { type Entry, UploadList } from './upload-list.ts';
import { recordOf } from './upload-records.ts';

type Attempt = { entry: Entry; handlers: SendHandlers; isStopped: boolean };

const MINUTE = 60_000;
let list: UploadList;
let attempts: Attempt[];
let events: string[];
let sender: Sender;

beforeEach(() => {
  vi.useFakeTimers();
  list = new UploadList({ read: async () => [], write: async () => {} });
  attempts = [];
  events = [];
  const record = (event: string) => (entry: Entry) =>
    void events.push(`${entry.item.name} ${event}`);
  sender = new Sender(list, {
    send: (file, _record, handlers) => {
      const entry = list.all().find((each) => each.file === file);
      if (!entry) throw new Error('A file that is not in the list was sent.');
      const attempt = { entry, handlers, isStopped: false };
      attempts.push(attempt);
      return () => {
        attempt.isStopped = true;
      };
    },
    onUrl: async () => {},
    onProgress: (entry, sent) => list.set(entry, { state: 'sending', sent }),
    onSent: (entry) => {
      list.set(entry, { state: 'storing' });
      record('sent')(entry);
    },
    onFailed: (entry) => {
      list.set(entry, { state: 'failed' });
      record('failed')(entry);
    },
    onLost: () => {},
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function queued(...names: string[]): void {
  for (const name of names) {
    const file = new File(['12345'], name);
    list.insert(
      recordOf({ file, path: name, about: {} }, { account: '', home: '', owner: '' }),
      file,
    );
  }
  for (const entry of list.all()) list.set(entry, { state: 'queued' });
  sender.startQueued();
}
const started = () => attempts.map(({ entry }) => entry.item.name);
const attempt = (index: number): Attempt => {
  const found = attempts[index];
  if (!found) throw new Error(`No attempt ${index}.`);
  return found;
};

test('sends three files at a time', () => {
  queued('1', '2', '3', '4', '5', '6');
  expect(started()).toEqual(['1', '2', '3']);
  attempt(1).handlers.onSent();
  attempt(2).handlers.onFailed({ message: 'no', isFinal: true });
  expect(started()).toEqual(['1', '2', '3', '4', '5']);
  expect(events).toEqual(['2 sent', '3 failed']);
});

test('sends the next file when one is paused and ignores the stopped attempt', () => {
  queued('1', '2', '3', '4');
  const { entry, handlers } = attempt(0);
  list.set(entry, { isPaused: true });
  sender.stop(entry);
  sender.startQueued();
  handlers.onSent();
  expect(attempt(0).isStopped).toBe(true);
  expect(started()).toEqual(['1', '2', '3', '4']);
  expect(events).toEqual([]);
});

test('restarts an upload after each minute without progress', () => {
  queued('1');
  attempt(0).handlers.onProgress(2);
  vi.advanceTimersByTime(MINUTE - 1);
  attempt(0).handlers.onProgress(3);
  vi.advanceTimersByTime(MINUTE - 1);
  expect(attempts).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(attempts.map(({ isStopped }) => isStopped)).toEqual([true, false]);
  vi.advanceTimersByTime(MINUTE);
  expect(attempts).toHaveLength(3);
});

test.each([
  ['is fully sent', ({ handlers }: Attempt) => handlers.onProgress(5)],
  ['fails', ({ handlers }: Attempt) => handlers.onFailed({ message: 'no', isFinal: false })],
  ['is stopped', ({ entry }: Attempt) => sender.stop(entry)],
])('stops watching an upload that %s', (_name, end) => {
  queued('1');
  attempt(0).handlers.onProgress(2);
  end(attempt(0));
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});
