import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import type { Upload } from '#domain/uploads.ts';
import { createQueueHarness, HOME, picked, settled } from './upload-harness.ts';
import type { UploadItem } from './upload-item.ts';

let stage: ReturnType<typeof createQueueHarness>;
let bench: (typeof stage)['bench'];
let queue: (typeof stage)['queue'];

beforeEach(() => {
  stage = createQueueHarness();
  ({ bench, queue } = stage);
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
const upload = (id: string, change: Partial<Upload>): Upload => ({
  id,
  submissionId: HOME,
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
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    expect(bench.asked).toEqual(['send 2.jpg']);
    expect(named('1.jpg')).toMatchObject({
      state: 'known',
      message: 'Already in this project (Week 3)',
    });
  });

  test('of two files with the same bytes one is sent', async () => {
    await stage.add(picked('1.jpg', 'same'), picked('copy.jpg', 'same'));
    expect(bench.asked).toEqual(['send 1.jpg']);
    expect(named('copy.jpg').message).toBe('The same file as 1.jpg');
  });

  test('files are sent when the project cannot be asked', async () => {
    bench.isCheckFailing = true;
    await stage.add(picked('1.jpg'));
    expect(bench.asked).toEqual(['send 1.jpg']);
  });

  test('an empty file is refused in words and the others go on', async () => {
    await stage.add(picked('empty.jpg', ''), picked('2.jpg'));
    expect(named('empty.jpg')).toMatchObject({ state: 'refused', message: ERRORS.FILE_EMPTY[1] });
    expect(bench.failures).toEqual([]);
    expect(bench.asked).toEqual(['send 2.jpg']);
  });

  test('a file that cannot be read can be tried again', async () => {
    bench.hash = () => Promise.reject(new Error('NotReadableError'));
    await stage.add(picked('1.jpg'));
    expect(named('1.jpg').state).toBe('failed');
    bench.hash = (file) => file.text();
    queue.retry(named('1.jpg').id);
    await settled();
    expect(bench.asked).toEqual(['send 1.jpg']);
  });

  test('two files alike but for their folder are two uploads where the browser cannot hash', async () => {
    bench.hash = () => Promise.resolve(null);
    await stage.add(picked('1.jpg', 'a', 'left/1.jpg'), picked('1.jpg', 'b', 'right/1.jpg'));
    expect(bench.asked).toEqual(['send 1.jpg', 'send 1.jpg']);
  });
});

describe('progress', () => {
  test('bytes of an earlier attempt do not count as speed', async () => {
    await stage.add(picked('clip.mp4', 'x'.repeat(1000)));
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    stage.of('clip.mp4').onProgress(100);
    vi.setSystemTime(2000);
    stage.of('clip.mp4').onProgress(300);
    expect(named('clip.mp4')).toMatchObject({ state: 'sending', sent: 300 });
    expect(queue.snapshot().totals.bytesLeft).toBe(700);
    expect(queue.snapshot().bytesPerSecond).toBe(150);
  });

  test('a lost connection shows until bytes go again', async () => {
    await stage.add(picked('1.jpg'));
    stage.of('1.jpg').onLost();
    expect(queue.snapshot().isConnectionLost).toBe(true);
    stage.of('1.jpg').onProgress(2);
    expect(queue.snapshot().isConnectionLost).toBe(false);
  });
});

describe('the end of an upload', () => {
  test('is learnt from the server, in its words', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'), picked('3.jpg'), picked('4.jpg'));
    for (const name of ['1', '2', '3', '4']) await stage.arrive(`${name}.jpg`, `u${name}`);
    const list = [
      upload('u1', {}),
      upload('u2', {
        state: 'duplicate',
        duplicateOf: { fileName: 'a.jpg', submissionTitle: 'Week 1' },
      }),
      upload('u3', { state: 'refused', errorMessage: ERRORS.FILE_DAMAGED[1] }),
      upload('u4', { state: 'received' }),
    ];
    queue.applyServerUpload(list, Date.now());
    expect(states()).toEqual({
      '1.jpg': 'stored',
      '2.jpg': 'known',
      '3.jpg': 'refused',
      '4.jpg': 'storing',
    });
    expect(named('2.jpg').message).toBe('Already in this project (Week 1)');
    expect(bench.failures).toEqual([]);
    queue.applyServerUpload([upload('u4', {})], Date.now());
    expect(bench.failures).toEqual([[`3.jpg: ${ERRORS.FILE_DAMAGED[1]}`]]);
  });

  test('is not concluded from a list that may be older than the upload', async () => {
    await stage.add(picked('1.jpg'));
    const askedAt = Date.now();
    await stage.arrive('1.jpg', 'u1');
    queue.applyServerUpload([], askedAt);
    expect(named('1.jpg').state).toBe('storing');
    queue.applyServerUpload([], Date.now() + 1);
    expect(named('1.jpg').state).toBe('stored');
  });

  test('failures are told once the batch has come to rest', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    stage.of('1.jpg').onFailed({ message: 'The storage is full.', isFinal: false });
    expect(bench.failures).toEqual([]);
    await stage.arrive('2.jpg', 'u2');
    expect(bench.failures).toEqual([]);
    queue.applyServerUpload([upload('u2', {})], Date.now());
    expect(bench.failures).toEqual([['1.jpg: The storage is full.']]);
  });

  test('a failure that was told is over once the file is there or off the list', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    for (const name of ['1.jpg', '2.jpg'])
      stage.of(name).onFailed({ message: 'no', isFinal: false });
    queue.retry(named('1.jpg').id);
    await settled();
    await stage.arrive('1.jpg', 'u1');
    queue.applyServerUpload([upload('u1', {})], Date.now());
    expect(bench.mended).toBe(0);
    queue.clear(named('2.jpg').id);
    expect(bench.mended).toBe(1);
  });

  test('a failed file is sent again on request, as what it is by then', async () => {
    await stage.add(picked('1.jpg', 'a'.repeat(64)));
    stage.of('1.jpg').onFailed({ message: 'no', isFinal: false });
    bench.hash = () => Promise.resolve('b'.repeat(64));
    expect([queue.retry(), queue.isBusy()]).toEqual([true, true]);
    await settled();
    expect(bench.asked).toEqual(['a', 'b'].map((digit) => `send 1.jpg ${digit.repeat(64)}`));
  });

  test('a failed file that is dropped again takes the place of the one that cannot be read', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    stage.of('1.jpg').onFailed({ message: 'The card is out.', isFinal: false });
    await stage.add(picked('1.jpg'), picked('2.jpg'));
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
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    queue.cancel(named('2.jpg').id);
    endReading();
    await settled();
    await stage.add(picked('2.jpg'));
    expect(bench.asked).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('a cancelled file can be dropped again while others are sent', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    queue.cancel(named('1.jpg').id);
    await stage.add(picked('1.jpg'));
    expect(named('1.jpg').state).toBe('sending');
  });

  test('a new batch does not count what came before', async () => {
    await stage.add(picked('1.jpg'));
    await stage.arrive('1.jpg', 'u1');
    queue.applyServerUpload([upload('u1', {})], Date.now());
    await stage.add(picked('2.jpg'));
    expect(queue.snapshot().totals.files).toBe(1);
  });
});

describe('pausing and cancelling', () => {
  test('a pause also holds what has not been handed over', async () => {
    await queue.add([picked('1.jpg'), picked('2.jpg')], {});
    queue.pause();
    await settled();
    expect(bench.asked).toEqual([]);
    expect(queue.snapshot().isPaused).toBe(true);
    expect([...stage.browser.records.values()].map(({ isPaused }) => isPaused)).toEqual([
      true,
      true,
    ]);
    queue.resume();
    expect(bench.asked).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('what is being sent is paused and resumed where it is', async () => {
    await stage.add(picked('1.jpg'));
    const { id } = named('1.jpg');
    queue.pause(id);
    queue.resume(id);
    expect(bench.asked).toEqual(['send 1.jpg', 'stop 1.jpg', 'send 1.jpg']);
  });

  test('cancelling all forgets them, also over a reload', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    queue.cancel();
    await settled();
    expect(bench.asked).toContain('stop 1.jpg');
    expect(queue.snapshot().items).toEqual([]);
    expect([...stage.browser.records.values()]).toEqual([]);
    expect(bench.discarded).toEqual(['u1']);
  });

  test('a file that is cancelled while it is announced is forgotten once the server has named it', async () => {
    await stage.add(picked('1.jpg'));
    queue.cancel();
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    expect(bench.discarded).toEqual(['u1']);
    expect([...stage.browser.records.values()]).toEqual([]);
  });

  test('the server is not asked to forget files of a submission that is no more', async () => {
    await stage.add(picked('1.jpg'));
    queue.abandon();
    expect(queue.isBusy()).toBe(false);
    expect(bench.discarded).toEqual([]);
  });
});
