import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import type { Upload } from '#domain/uploads.ts';
import { keptFailures } from './upload-records.ts';
import { createQueueStage, type SendHandlers, picked, TARGET } from './queue-stage.ts';
import type { UploadItem } from './upload-item.ts';

/** All promises that are under way have run. */
const settled = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
let bench: ReturnType<typeof createQueueStage>['bench'];
let queue: ReturnType<typeof createQueueStage>['queue'];

beforeEach(() => {
  ({ bench, queue } = createQueueStage());
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
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 2.jpg']);
    expect(named('1.jpg')).toMatchObject({
      state: 'known',
      message: 'Already in this project (Week 3)',
    });
  });

  test('of two files with the same bytes one is sent', async () => {
    queue.add([picked('1.jpg', 'same'), picked('copy.jpg', 'same')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
    expect(named('copy.jpg').message).toBe('The same file as 1.jpg');
  });

  test('files are sent when the project cannot be asked', async () => {
    bench.isCheckFailing = true;
    queue.add([picked('1.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
  });

  test('an empty file is refused in words and the others go on', async () => {
    queue.add([picked('empty.jpg', ''), picked('2.jpg')]);
    await settled();
    expect(named('empty.jpg')).toMatchObject({ state: 'refused', message: ERRORS.FILE_EMPTY[1] });
    expect(bench.failures).toEqual([]);
    expect(bench.asked).toEqual(['send 2.jpg']);
  });

  test('a file that cannot be read can be tried again', async () => {
    bench.hash = () => Promise.reject(new Error('NotReadableError'));
    queue.add([picked('1.jpg')]);
    await settled();
    expect(named('1.jpg').state).toBe('failed');
    bench.hash = (file) => file.text();
    queue.retry(named('1.jpg').id);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
  });

  test('two files alike but for their folder are two uploads where the browser cannot hash', async () => {
    bench.hash = () => Promise.resolve(null);
    queue.add([picked('1.jpg', 'a', 'left/1.jpg'), picked('1.jpg', 'b', 'right/1.jpg')]);
    await settled();
    expect(bench.fingerprints).toHaveLength(2);
    expect(new Set(bench.fingerprints).size).toBe(2);
  });

  test('the same bytes are the same upload under any name, but not for somebody else', async () => {
    for (const name of ['1.jpg', 'copy.jpg']) {
      queue.add([picked(name, 'same')]);
      await settled();
      queue.cancel();
    }
    bench.account = 'bob';
    queue.add([picked('1.jpg', 'same')]);
    await settled();
    expect(bench.fingerprints).toEqual(['ann/a1/same', 'ann/a1/same', 'bob/a1/same']);
  });
});

describe('progress', () => {
  test('bytes of an earlier attempt do not count as speed', async () => {
    queue.add([picked('clip.mp4', 'x'.repeat(1000))]);
    await settled();
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    of('clip.mp4').onProgress(100, 'u1');
    vi.setSystemTime(2000);
    of('clip.mp4').onProgress(300, 'u1');
    expect(named('clip.mp4')).toMatchObject({ state: 'sending', sent: 300, uploadId: 'u1' });
    expect(queue.snapshot().totals.bytesLeft).toBe(700);
    expect(queue.snapshot().bytesPerSecond).toBe(150);
  });

  test('a lost connection shows until bytes go again', async () => {
    queue.add([picked('1.jpg')]);
    await settled();
    of('1.jpg').onLost();
    expect(queue.snapshot().isConnectionLost).toBe(true);
    of('1.jpg').onProgress(2, 'u1');
    expect(queue.snapshot().isConnectionLost).toBe(false);
  });
});

describe('the end of an upload', () => {
  test('is learnt from the server, in its words', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg'), picked('3.jpg'), picked('4.jpg')]);
    await settled();
    for (const name of ['1', '2', '3', '4']) of(`${name}.jpg`).onSent(`u${name}`);
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
    queue.add([picked('1.jpg')]);
    await settled();
    const askedAt = Date.now();
    of('1.jpg').onSent('u1');
    queue.learn([], askedAt);
    expect(named('1.jpg').state).toBe('storing');
    queue.learn([], Date.now() + 1);
    expect(named('1.jpg').state).toBe('stored');
  });

  test('failures are told once the batch has come to rest', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onFailed({ message: 'The storage is full.', isFinal: false });
    expect(bench.failures).toEqual([]);
    of('2.jpg').onSent('u2');
    expect(bench.failures).toEqual([]);
    queue.learn([upload('u2', {})], Date.now());
    expect(bench.failures).toEqual([['1.jpg: The storage is full.']]);
  });

  test('a failure that was told is over once the file is there or off the list', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    for (const name of ['1.jpg', '2.jpg']) of(name).onFailed({ message: 'no', isFinal: false });
    queue.retry(named('1.jpg').id);
    await settled();
    of('1.jpg').onSent('u1');
    queue.learn([upload('u1', {})], Date.now());
    expect(bench.mended).toBe(0);
    queue.clear(named('2.jpg').id);
    expect(bench.mended).toBe(1);
  });

  test('a failed file is sent again on request, as what it is by then', async () => {
    queue.add([picked('1.jpg', 'a'.repeat(64))]);
    await settled();
    of('1.jpg').onFailed({ message: 'no', isFinal: false });
    bench.hash = () => Promise.resolve('b'.repeat(64));
    expect([queue.retry(), queue.isBusy()]).toEqual([true, true]);
    await settled();
    expect(bench.asked).toEqual(['a', 'b'].map((digit) => `send 1.jpg ${digit.repeat(64)}`));
  });

  test('a failed file that is dropped again takes the place of the one that cannot be read', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onFailed({ message: 'The card is out.', isFinal: false });
    queue.add([picked('1.jpg'), picked('2.jpg')]);
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
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    queue.cancel(named('2.jpg').id);
    endReading();
    await settled();
    queue.add([picked('2.jpg')]);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('a cancelled file can be dropped again while others are sent', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    queue.cancel(named('1.jpg').id);
    queue.add([picked('1.jpg')]);
    await settled();
    expect(named('1.jpg').state).toBe('sending');
  });

  test('a new batch does not count what came before', async () => {
    queue.add([picked('1.jpg')]);
    await settled();
    of('1.jpg').onSent('u1');
    queue.learn([upload('u1', {})], Date.now());
    queue.add([picked('2.jpg')]);
    expect(queue.snapshot().totals.files).toBe(1);
  });
});

describe('pausing and cancelling', () => {
  test('a pause also holds what has not been handed over', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    queue.pause();
    await settled();
    expect(bench.asked).toEqual([]);
    expect(queue.snapshot().isPaused).toBe(true);
    expect(bench.kept?.isPaused).toBe(true);
    queue.resume();
    expect(bench.asked).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('what is being sent is paused and resumed where it is', async () => {
    queue.add([picked('1.jpg')]);
    await settled();
    const { id } = named('1.jpg');
    queue.pause(id);
    queue.resume(id);
    expect(bench.asked).toEqual(['send 1.jpg', 'stop 1.jpg', 'send 1.jpg']);
  });

  test('cancelling all forgets them, also over a reload', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    queue.cancel();
    expect(bench.asked).toContain('stop 1.jpg');
    expect(queue.snapshot().items).toEqual([]);
    expect(bench.kept).toBe(null);
    expect(bench.cancelled).toEqual(['1.jpg', '2.jpg']);
  });

  test('the server is not asked to forget files of a submission that is no more', async () => {
    queue.add([picked('1.jpg')]);
    await settled();
    queue.abandon();
    expect(queue.isBusy()).toBe(false);
    expect(bench.cancelled).toEqual([]);
  });
});

describe('what is remembered over a reload', () => {
  test('stays when another person comes, who sees and sends nothing of it', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onSent('u1');
    const { kept } = bench;
    queue.leave();
    expect(queue.snapshot().items).toEqual([]);
    expect(queue.isBusy() || queue.isStoring()).toBe(false);
    expect(bench.asked.at(-1)).toBe('stop 2.jpg');
    expect(bench).toMatchObject({ kept, cancelled: [] });
  });

  test('is which files are through, until all are', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onSent('u1');
    expect(bench.kept?.files.map(({ isDone }) => isDone)).toEqual([true, false]);
    of('2.jpg').onSent('u2');
    expect(bench.kept).toBe(null);
  });

  test('lets the same folder go on with what is left, and tells again what was not taken', async () => {
    queue.add([picked('1.jpg'), picked('empty.jpg', ''), picked('2.jpg')]);
    await settled();
    of('1.jpg').onSent('u1');
    const { kept } = bench;
    ({ bench, queue } = createQueueStage());
    queue.add([picked('1.jpg'), picked('empty.jpg', ''), picked('2.jpg')], [], kept ?? null);
    await settled();
    expect(bench.asked).toEqual(['send 2.jpg']);
    expect(queue.snapshot().totals).toMatchObject({ filesDone: 2, turnedAway: 1, storing: 1 });
  });

  test('knows the files again in another folder, and no other of the same name', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onSent('u1');
    const { kept } = bench;
    ({ bench, queue } = createQueueStage());
    const again = [picked('1.jpg', '1.jpg', 'DCIM/1.jpg'), picked('2.jpg', 'other bytes')];
    queue.add(again, [], kept ?? null);
    await settled();
    expect(states()).toEqual({ '1.jpg': 'storing', '2.jpg': 'sending' });
    expect(bench.kept?.files.map(({ size, isDone }) => [size, isDone])).toEqual([
      [5, false],
      [5, true],
      [11, false],
    ]);
  });

  test('is why a file did not get through, which is sent once it goes on', async () => {
    queue.add([picked('1.jpg')]);
    await settled();
    of('1.jpg').onFailed({ message: 'No room.', isFinal: false });
    const { kept } = bench;
    expect(keptFailures(kept?.files ?? [])).toEqual([['No room.', ['1.jpg']]]);
    ({ bench, queue } = createQueueStage());
    queue.add([picked('1.jpg')], [], kept ?? null);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
    expect(keptFailures(bench.kept?.files ?? [])).toEqual([]);
  });

  test('does not wait for a cancelled file', async () => {
    queue.add([picked('1.jpg'), picked('2.jpg')]);
    await settled();
    of('1.jpg').onSent('u1');
    queue.cancel(named('2.jpg').id);
    expect(bench.kept).toBe(null);
  });

  test('counts as arrived what had arrived unnoticed when the page was left', async () => {
    queue.add([picked('1.jpg')]);
    await settled();
    const { kept } = bench;
    ({ bench, queue } = createQueueStage());
    bench.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    queue.add([picked('1.jpg')], [], kept ?? null);
    await settled();
    expect(bench.asked).toEqual([]);
    expect(named('1.jpg').state).toBe('stored');
  });

  test('dropping again what is here already says so', async () => {
    bench.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    queue.add([picked('1.jpg')]);
    await settled();
    expect(named('1.jpg')).toMatchObject({ state: 'known', message: 'Already in this submission' });
  });
});
