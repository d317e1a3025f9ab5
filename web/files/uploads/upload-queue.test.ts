import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import type { Upload } from '#domain/uploads.ts';
import {
  createQueueStage,
  type SendHandlers,
  picked,
  TARGET,
} from '#test/fixtures/upload-stage.ts';
import type { UploadItem } from './upload-item.ts';

/** All promises that are under way have run. */
const settled = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
let bench: ReturnType<typeof createQueueStage>['bench'];
let queue: ReturnType<typeof createQueueStage>['queue'];
let browser: ReturnType<typeof createQueueStage>['browser'];

beforeEach(() => {
  ({ bench, queue, browser } = createQueueStage());
});

afterEach(() => {
  vi.useRealTimers();
});

const named = (name: string): UploadItem => {
  const found = queue.snapshot().items.find((item) => item.name === name);
  if (!found) throw new Error(`No item ${name}`);
  return found;
};
const states = () =>
  Object.fromEntries(queue.snapshot().items.map(({ name, state }) => [name, state]));
/** What the queue hears of a file that is being sent. */
const of = (name: string): SendHandlers => {
  const handlers = bench.handlers.get(name);
  if (!handlers) throw new Error(`${name} is not being sent.`);
  return handlers;
};
/** The server has all bytes of a file, as upload `id`. */
function arrive(name: string, id: string): void {
  void of(name).onUrl(`/api/uploads/${id}`);
  of(name).onSent();
}
const keptOf = () => [...browser.records.values()];
/** The browser is killed, and the page is loaded again. */
async function restart(): Promise<void> {
  browser.kill();
  ({ bench, queue } = createQueueStage(browser));
  await queue.resumeKept();
}
const upload = (id: string, change: Partial<Upload>): Upload => ({
  id,
  submissionId: TARGET.home,
  fileName: 'x.jpg',
  fileSize: 5,
  bytesReceived: 5,
  state: 'stored',
  duplicateOf: null,
  errorMessage: null,
  createdAt: '2026-11-20T12:00:00Z',
  ...change,
});

describe('taking files in', () => {
  test('what the project has is not sent, and says where it is', async () => {
    bench.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: false });
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 2.jpg']);
    expect(named('1.jpg')).toMatchObject({
      state: 'known',
      message: 'Already in this project (Week 3)',
    });
  });

  test('of two files with the same bytes one is sent', async () => {
    await queue.add([picked('1.jpg', 'same'), picked('copy.jpg', 'same')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
    expect(named('copy.jpg').message).toBe('The same file as 1.jpg');
  });

  test('files are sent when the project cannot be asked', async () => {
    bench.isCheckFailing = true;
    await queue.add([picked('1.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
  });

  test('an empty file is refused in words and the others go on', async () => {
    await queue.add([picked('empty.jpg', ''), picked('2.jpg')]);
    await settled();
    expect(named('empty.jpg')).toMatchObject({ state: 'refused', message: ERRORS.FILE_EMPTY[1] });
    expect(bench.failures).toEqual([]);
    expect(bench.asked).toEqual(['send 2.jpg']);
  });

  test('a file that cannot be read can be tried again', async () => {
    bench.hash = () => Promise.reject(new Error('NotReadableError'));
    await queue.add([picked('1.jpg')]);
    await settled();
    expect(named('1.jpg').state).toBe('failed');
    bench.hash = (file) => file.text();
    queue.retry(named('1.jpg').id);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
  });

  test('two files alike but for their folder are two uploads where the browser cannot hash', async () => {
    bench.hash = () => Promise.resolve(null);
    await queue.add([picked('1.jpg', 'a', 'left/1.jpg'), picked('1.jpg', 'b', 'right/1.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg', 'send 1.jpg']);
  });
});

describe('progress', () => {
  test('bytes of an earlier attempt do not count as speed', async () => {
    await queue.add([picked('clip.mp4', 'x'.repeat(1000))]);
    await settled();
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    of('clip.mp4').onProgress(100);
    vi.setSystemTime(2000);
    of('clip.mp4').onProgress(300);
    expect(named('clip.mp4')).toMatchObject({ state: 'sending', sent: 300 });
    expect(queue.snapshot().totals.bytesLeft).toBe(700);
    expect(queue.snapshot().bytesPerSecond).toBe(150);
  });

  test('a lost connection shows until bytes go again', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    of('1.jpg').onLost();
    expect(queue.snapshot().isConnectionLost).toBe(true);
    of('1.jpg').onProgress(2);
    expect(queue.snapshot().isConnectionLost).toBe(false);
  });
});

describe('the end of an upload', () => {
  test('is learnt from the server, in its words', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg'), picked('3.jpg'), picked('4.jpg')]);
    await settled();
    for (const name of ['1', '2', '3', '4']) arrive(`${name}.jpg`, `u${name}`);
    const list = [
      upload('u1', {}),
      upload('u2', {
        state: 'duplicate',
        duplicateOf: { fileName: 'a.jpg', submissionTitle: 'Week 1' },
      }),
      upload('u3', { state: 'refused', errorMessage: 'The file is damaged and cannot be read.' }),
      upload('u4', { state: 'received' }),
    ];
    queue.learn(list, Date.now());
    expect(states()).toEqual({
      '1.jpg': 'stored',
      '2.jpg': 'known',
      '3.jpg': 'refused',
      '4.jpg': 'storing',
    });
    expect(named('2.jpg').message).toBe('Already in this project (Week 1)');
    expect(bench.failures).toEqual([]);
    queue.learn([upload('u4', {})], Date.now());
    expect(bench.failures).toEqual([['3.jpg: The file is damaged and cannot be read.']]);
  });

  test('is not concluded from a list that may be older than the upload', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    const askedAt = Date.now();
    arrive('1.jpg', 'u1');
    queue.learn([], askedAt);
    expect(named('1.jpg').state).toBe('storing');
    queue.learn([], Date.now() + 1);
    expect(named('1.jpg').state).toBe('stored');
  });

  test('failures are told once the batch has come to rest', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onFailed({ message: 'The storage is full.', isFinal: false });
    expect(bench.failures).toEqual([]);
    arrive('2.jpg', 'u2');
    expect(bench.failures).toEqual([]);
    queue.learn([upload('u2', {})], Date.now());
    expect(bench.failures).toEqual([['1.jpg: The storage is full.']]);
  });

  test('a failure that was told is over once the file is there or off the list', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    for (const name of ['1.jpg', '2.jpg']) of(name).onFailed({ message: 'no', isFinal: false });
    queue.retry(named('1.jpg').id);
    await settled();
    arrive('1.jpg', 'u1');
    queue.learn([upload('u1', {})], Date.now());
    expect(bench.mended).toBe(0);
    queue.clear(named('2.jpg').id);
    expect(bench.mended).toBe(1);
  });

  test('a failed file is sent again on request, as what it is by then', async () => {
    await queue.add([picked('1.jpg', 'a'.repeat(64))]);
    await settled();
    of('1.jpg').onFailed({ message: 'no', isFinal: false });
    bench.hash = () => Promise.resolve('b'.repeat(64));
    expect([queue.retry(), queue.isBusy()]).toEqual([true, true]);
    await settled();
    expect(bench.asked).toEqual(['a', 'b'].map((digit) => `send 1.jpg ${digit.repeat(64)}`));
  });

  test('a failed file that is dropped again takes the place of the one that cannot be read', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onFailed({ message: 'The card is out.', isFinal: false });
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg', 'send 2.jpg', 'send 1.jpg']);
    expect(queue.snapshot().totals.files).toBe(2);
  });

  test('a file that is cancelled while it is read can be dropped again', async () => {
    let endReading = () => {};
    const reading = new Promise<void>((resolve) => {
      endReading = resolve;
    });
    const read = bench.hash;
    bench.hash = async (file) => {
      if (file.name === '2.jpg') await reading;
      return read(file);
    };
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    queue.cancel(named('2.jpg').id);
    endReading();
    await settled();
    await queue.add([picked('2.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('a cancelled file can be dropped again while others are sent', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    queue.cancel(named('1.jpg').id);
    await queue.add([picked('1.jpg')]);
    await settled();
    expect(named('1.jpg').state).toBe('sending');
  });

  test('a new batch does not count what came before', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    arrive('1.jpg', 'u1');
    queue.learn([upload('u1', {})], Date.now());
    await queue.add([picked('2.jpg')]);
    expect(queue.snapshot().totals.files).toBe(1);
  });
});

describe('pausing and cancelling', () => {
  test('a pause also holds what has not been handed over', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    queue.pause();
    await settled();
    expect(bench.asked).toEqual([]);
    expect(queue.snapshot().isPaused).toBe(true);
    expect(keptOf().map(({ isPaused }) => isPaused)).toEqual([true, true]);
    queue.resume();
    expect(bench.asked).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('what is being sent is paused and resumed where it is', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    const { id } = named('1.jpg');
    queue.pause(id);
    queue.resume(id);
    expect(bench.asked).toEqual(['send 1.jpg', 'stop 1.jpg', 'send 1.jpg']);
  });

  test('cancelling all forgets them, also over a reload', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    queue.cancel();
    await settled();
    expect(bench.asked).toContain('stop 1.jpg');
    expect(queue.snapshot().items).toEqual([]);
    expect(keptOf()).toEqual([]);
    expect(bench.cancelled).toEqual(['1.jpg', '2.jpg']);
  });

  test('the server is not asked to forget files of a submission that is no more', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    queue.abandon();
    expect(queue.isBusy()).toBe(false);
    expect(bench.cancelled).toEqual([]);
  });
});

describe('what is kept over a reload', () => {
  test('stays when another person comes, who sees and sends nothing of it', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    arrive('1.jpg', 'u1');
    await settled();
    const before = keptOf();
    queue.leave();
    bench.account = 'bob';
    await queue.resumeKept();
    expect(queue.snapshot()).toMatchObject({ items: [], kept: [], elsewhere: [] });
    expect(queue.isBusy() || queue.isStoring()).toBe(false);
    expect(bench.asked.at(-1)).toBe('stop 2.jpg');
    expect(bench.cancelled).toEqual([]);
    expect(keptOf()).toEqual(before);
  });

  test('is each file, until all are through', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    arrive('1.jpg', 'u1');
    await settled();
    expect(keptOf().map(({ state }) => state)).toEqual(['storing', 'waiting']);
    arrive('2.jpg', 'u2');
    await settled();
    expect(keptOf()).toEqual([]);
  });

  test('is where the bytes of a file go, before the first of them goes', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    await of('1.jpg').onUrl('/api/uploads/u1');
    expect(keptOf()).toMatchObject([{ url: '/api/uploads/u1' }]);
    await restart();
    expect(queue.snapshot()).toMatchObject({ items: [], kept: [{ name: '1.jpg' }] });
    await queue.add([picked('1.jpg')]);
    await settled();
    expect(bench.urls).toEqual(['/api/uploads/u1']);
  });

  test('is not where other bytes of the same name go', async () => {
    await queue.add([picked('1.jpg', 'old 1')]);
    await settled();
    await of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await queue.add([picked('1.jpg', 'new 1')]);
    await settled();
    expect(bench.urls).toEqual([null]);
  });

  test('lets a file go on that has another name by now', async () => {
    await queue.add([picked('1.jpg', 'same')]);
    await settled();
    await of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await queue.add([picked('copy.jpg', 'same')]);
    await settled();
    expect(bench.urls).toEqual(['/api/uploads/u1']);
    expect(queue.snapshot().kept).toEqual([]);
  });

  test('lets the same folder go on with what is left, and tells again what was not taken', async () => {
    await queue.add([picked('1.jpg'), picked('empty.jpg', ''), picked('2.jpg')]);
    await settled();
    arrive('1.jpg', 'u1');
    await settled();
    await restart();
    await queue.add([picked('1.jpg'), picked('empty.jpg', ''), picked('2.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 2.jpg']);
    expect(queue.snapshot().totals).toMatchObject({ filesDone: 2, turnedAway: 1, storing: 1 });
  });

  test('knows the files again in another folder, and no other of the same name', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    arrive('1.jpg', 'u1');
    await settled();
    await restart();
    await queue.add([picked('1.jpg', '1.jpg', 'DCIM/1.jpg'), picked('2.jpg', 'other bytes')]);
    await settled();
    expect(states()).toEqual({ '1.jpg': 'storing', '2.jpg': 'sending' });
    expect(queue.snapshot().kept).toMatchObject([{ name: '2.jpg', size: 5 }]);
  });

  test('is why a file did not get through, which is sent once it goes on', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    of('1.jpg').onFailed({ message: 'No room.', isFinal: false });
    await settled();
    await restart();
    expect(queue.snapshot().kept).toMatchObject([{ state: 'failed', message: 'No room.' }]);
    await queue.add([picked('1.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
    expect(keptOf()).toMatchObject([{ message: null }]);
  });

  test('does not wait for a cancelled file', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    arrive('1.jpg', 'u1');
    queue.cancel(named('2.jpg').id);
    await settled();
    expect(keptOf()).toEqual([]);
  });

  test('is over once discarded, and on the server, too', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    await of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await queue.discardKept();
    await settled();
    expect(keptOf()).toEqual([]);
    expect(bench.cancelled).toEqual(['1.jpg']);
  });

  test('is over once the submission has the files of which the page had not heard', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    await of('1.jpg').onUrl('/api/uploads/u1');
    browser.kill();
    ({ bench, queue } = createQueueStage(browser));
    bench.arrived = ['u1'];
    await queue.resumeKept();
    await settled();
    expect(queue.snapshot().kept).toEqual([]);
    expect(keptOf()).toEqual([]);
  });

  test('counts as arrived what had arrived unnoticed when the page was left', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    await restart();
    bench.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    await queue.add([picked('1.jpg')]);
    await settled();
    expect(bench.asked).toEqual([]);
    expect(named('1.jpg').state).toBe('stored');
  });

  test('dropping again what is here already says so', async () => {
    bench.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    await queue.add([picked('1.jpg')]);
    await settled();
    expect(named('1.jpg')).toMatchObject({ state: 'known', message: 'Already in this submission' });
  });
});

describe('two tabs', () => {
  test('never send the same file at once; the second goes on when the first is closed', async () => {
    const other = createQueueStage(browser);
    await queue.add([picked('1.jpg')]);
    await settled();
    await of('1.jpg').onUrl('/api/uploads/u1');
    await other.queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    expect(other.bench.asked).toEqual(['send 2.jpg']);
    expect(other.queue.snapshot().elsewhere).toMatchObject([{ name: '1.jpg', state: 'waiting' }]);
    other.queue.cancel();
    queue.leave();
    await settled();
    expect(other.bench.asked.at(-1)).toBe('send 1.jpg');
    expect(other.bench.urls.at(-1)).toBe('/api/uploads/u1');
  });

  test('that are opened again at once take up a file once', async () => {
    await queue.add([picked('1.jpg')]);
    await settled();
    browser.kill();
    const stages = [createQueueStage(browser), createQueueStage(browser)];
    await Promise.all(stages.map((stage) => stage.queue.resumeKept()));
    await Promise.all(stages.map((stage) => stage.queue.add([picked('1.jpg')])));
    await settled();
    expect(stages.flatMap((stage) => stage.bench.asked)).toEqual(['send 1.jpg']);
  });

  test('see what the other has finished, and keep apart what each has chosen', async () => {
    const other = createQueueStage(browser);
    await queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    await other.queue.load();
    arrive('1.jpg', 'u1');
    await settled();
    await other.queue.load();
    expect(other.queue.snapshot().elsewhere.map(({ state }) => state)).toEqual([
      'storing',
      'waiting',
    ]);
    await other.queue.add([picked('3.jpg')]);
    await settled();
    other.queue.cancel();
    await settled();
    expect(keptOf().map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']);
    arrive('2.jpg', 'u2');
    await settled();
    await other.queue.load();
    expect(other.queue.snapshot()).toMatchObject({ items: [], kept: [], elsewhere: [] });
  });
});
