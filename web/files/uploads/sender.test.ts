import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sender, type SendHandlers } from './sender.ts';
import { type Entry, UploadList } from './upload-list.ts';
import { recordOf } from './upload-records.ts';

type Attempt = { entry: Entry; handlers: SendHandlers; isStopped: boolean };

const MINUTE = 60_000;
let list: UploadList;
let attempts: Attempt[];
let heard: string[];
let sender: Sender;

beforeEach(() => {
  vi.useFakeTimers();
  list = new UploadList({ read: async () => [], write: async () => {} });
  attempts = [];
  heard = [];
  const say = (what: string) => (entry: Entry) => void heard.push(`${entry.item.name} ${what}`);
  sender = new Sender(list, {
    send: (file, _record, handlers) => {
      const entry = list.all().find((each) => each.file === file);
      if (!entry) throw new Error('A file of no entry was sent.');
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
      say('sent')(entry);
    },
    onFailed: (entry) => {
      list.set(entry, { state: 'failed' });
      say('failed')(entry);
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
const begun = () => attempts.map(({ entry }) => entry.item.name);
const attempt = (index: number): Attempt => {
  const found = attempts[index];
  if (!found) throw new Error(`There is no attempt ${index}.`);
  return found;
};

test('three files go at once, and the next when one of them is through or failed', () => {
  queued('1', '2', '3', '4', '5', '6');
  expect(begun()).toEqual(['1', '2', '3']);
  attempt(1).handlers.onSent();
  attempt(2).handlers.onFailed({ message: 'no', isFinal: true });
  expect(begun()).toEqual(['1', '2', '3', '4', '5']);
  expect(heard).toEqual(['2 sent', '3 failed']);
});

test('a paused file makes room, and what its old attempt still says does not count', () => {
  queued('1', '2', '3', '4');
  const { entry, handlers } = attempt(0);
  list.set(entry, { isPaused: true });
  sender.stop(entry);
  sender.startQueued();
  handlers.onSent();
  expect(attempt(0).isStopped).toBe(true);
  expect(begun()).toEqual(['1', '2', '3', '4']);
  expect(heard).toEqual([]);
});

test('an upload that stands still for a minute is begun again, and again', () => {
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
  ['has sent its last byte', ({ handlers }: Attempt) => handlers.onProgress(5)],
  ['failed', ({ handlers }: Attempt) => handlers.onFailed({ message: 'no', isFinal: false })],
  ['was stopped', ({ entry }: Attempt) => sender.stop(entry)],
])('nothing watches an upload any more that %s', (_name, end) => {
  queued('1');
  attempt(0).handlers.onProgress(2);
  end(attempt(0));
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});
