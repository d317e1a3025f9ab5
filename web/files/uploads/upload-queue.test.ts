import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import type { Upload } from '#domain/uploads.ts';
import { createQueueHarness, HOME, pickedFile, waitUntilSettled } from './upload-harness.ts';
import type { UploadItem } from './upload-item.ts';

let harness: ReturnType<typeof createQueueHarness>;
let fakes: (typeof harness)['fakes'];
let queue: (typeof harness)['queue'];

beforeEach(() => {
  harness = createQueueHarness();
  ({ fakes, queue } = harness);
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

describe('adding files', () => {
  test('skips files the project already has and shows where they are', async () => {
    fakes.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: false });
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    expect(fakes.requests).toEqual(['send 2.jpg']);
    expect(named('1.jpg')).toMatchObject({
      state: 'known',
      message: 'Already in this project (Week 3)',
    });
  });

  test('sends only one of two identical files', async () => {
    await harness.add(pickedFile('1.jpg', 'same'), pickedFile('copy.jpg', 'same'));
    expect(fakes.requests).toEqual(['send 1.jpg']);
    expect(named('copy.jpg').message).toBe('Same file as 1.jpg');
  });

  test('sends files when the duplicate check fails', async () => {
    fakes.isCheckFailing = true;
    await harness.add(pickedFile('1.jpg'));
    expect(fakes.requests).toEqual(['send 1.jpg']);
  });

  test('refuses an empty file with a message and sends the others', async () => {
    await harness.add(pickedFile('empty.jpg', ''), pickedFile('2.jpg'));
    expect(named('empty.jpg')).toMatchObject({ state: 'refused', message: ERRORS.FILE_EMPTY[1] });
    expect(fakes.failures).toEqual([]);
    expect(fakes.requests).toEqual(['send 2.jpg']);
  });

  test('retries a file that could not be read', async () => {
    fakes.hash = () => Promise.reject(new Error('NotReadableError'));
    await harness.add(pickedFile('1.jpg'));
    expect(named('1.jpg').state).toBe('failed');
    fakes.hash = (file) => file.text();
    queue.retry(named('1.jpg').id);
    await waitUntilSettled();
    expect(fakes.requests).toEqual(['send 1.jpg']);
  });

  test('sends files with the same name from two folders if the browser cannot hash', async () => {
    fakes.hash = () => Promise.resolve(null);
    await harness.add(
      pickedFile('1.jpg', 'a', 'left/1.jpg'),
      pickedFile('1.jpg', 'b', 'right/1.jpg'),
    );
    expect(fakes.requests).toEqual(['send 1.jpg', 'send 1.jpg']);
  });
});

describe('progress', () => {
  test('ignores bytes of earlier attempts in the speed', async () => {
    await harness.add(pickedFile('clip.mp4', 'x'.repeat(1000)));
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    harness.of('clip.mp4').onProgress(100);
    vi.setSystemTime(2000);
    harness.of('clip.mp4').onProgress(300);
    expect(named('clip.mp4')).toMatchObject({ state: 'sending', sent: 300 });
    expect(queue.snapshot().totals.bytesLeft).toBe(700);
    expect(queue.snapshot().bytesPerSecond).toBe(150);
  });

  test('reports a lost connection until bytes are sent again', async () => {
    await harness.add(pickedFile('1.jpg'));
    harness.of('1.jpg').onLost();
    expect(queue.snapshot().isConnectionLost).toBe(true);
    harness.of('1.jpg').onProgress(2);
    expect(queue.snapshot().isConnectionLost).toBe(false);
  });
});

describe('finishing uploads', () => {
  test("takes each outcome and its message from the server's list", async () => {
    await harness.add(
      pickedFile('1.jpg'),
      pickedFile('2.jpg'),
      pickedFile('3.jpg'),
      pickedFile('4.jpg'),
    );
    for (const name of ['1', '2', '3', '4']) await harness.arrive(`${name}.jpg`, `u${name}`);
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
    expect(fakes.failures).toEqual([]);
    queue.applyServerUpload([upload('u4', {})], Date.now());
    expect(fakes.failures).toEqual([[`3.jpg: ${ERRORS.FILE_DAMAGED[1]}`]]);
  });

  test('ignores a list requested before the upload finished', async () => {
    await harness.add(pickedFile('1.jpg'));
    const requestedAt = Date.now();
    await harness.arrive('1.jpg', 'u1');
    queue.applyServerUpload([], requestedAt);
    expect(named('1.jpg').state).toBe('storing');
    queue.applyServerUpload([], Date.now() + 1);
    expect(named('1.jpg').state).toBe('stored');
  });

  test('reports failures when the whole batch has finished', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    harness.of('1.jpg').onFailed({ message: 'The storage is full.', isFinal: false });
    expect(fakes.failures).toEqual([]);
    await harness.arrive('2.jpg', 'u2');
    expect(fakes.failures).toEqual([]);
    queue.applyServerUpload([upload('u2', {})], Date.now());
    expect(fakes.failures).toEqual([['1.jpg: The storage is full.']]);
  });

  test('dismisses the failure report when no failed file is left', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    for (const name of ['1.jpg', '2.jpg'])
      harness.of(name).onFailed({ message: 'no', isFinal: false });
    queue.retry(named('1.jpg').id);
    await waitUntilSettled();
    await harness.arrive('1.jpg', 'u1');
    queue.applyServerUpload([upload('u1', {})], Date.now());
    expect(fakes.dismissed).toBe(0);
    queue.clear(named('2.jpg').id);
    expect(fakes.dismissed).toBe(1);
  });

  test('hashes a failed file again when retrying it', async () => {
    await harness.add(pickedFile('1.jpg', 'a'.repeat(64)));
    harness.of('1.jpg').onFailed({ message: 'no', isFinal: false });
    fakes.hash = () => Promise.resolve('b'.repeat(64));
    expect([queue.retry(), queue.isBusy()]).toEqual([true, true]);
    await waitUntilSettled();
    expect(fakes.requests).toEqual(['a', 'b'].map((digit) => `send 1.jpg ${digit.repeat(64)}`));
  });

  test('replaces a failed file when it is dropped again', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    harness.of('1.jpg').onFailed({ message: 'The card is out.', isFinal: false });
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    expect(fakes.requests).toEqual(['send 1.jpg', 'send 2.jpg', 'send 1.jpg']);
    expect(queue.snapshot().totals.files).toBe(2);
  });

  test('accepts a file again after it was canceled during hashing', async () => {
    let endReading = () => {};
    const reading = new Promise<void>((resolve) => {
      endReading = resolve;
    });
    const read = fakes.hash;
    fakes.hash = async (file) => {
      if (file.name === '2.jpg') await reading;
      return read(file);
    };
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    queue.cancel(named('2.jpg').id);
    endReading();
    await waitUntilSettled();
    await harness.add(pickedFile('2.jpg'));
    expect(fakes.requests).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('accepts a canceled file again while others are sent', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    queue.cancel(named('1.jpg').id);
    await harness.add(pickedFile('1.jpg'));
    expect(named('1.jpg').state).toBe('sending');
  });

  test('starts counting again with a new batch', async () => {
    await harness.add(pickedFile('1.jpg'));
    await harness.arrive('1.jpg', 'u1');
    queue.applyServerUpload([upload('u1', {})], Date.now());
    await harness.add(pickedFile('2.jpg'));
    expect(queue.snapshot().totals.files).toBe(1);
  });
});

describe('pausing and canceling', () => {
  test('pauses files that are still being checked', async () => {
    await queue.add([pickedFile('1.jpg'), pickedFile('2.jpg')], {});
    queue.pause();
    await waitUntilSettled();
    expect(fakes.requests).toEqual([]);
    expect(queue.snapshot().isPaused).toBe(true);
    expect([...harness.browser.records.values()].map(({ isPaused }) => isPaused)).toEqual([
      true,
      true,
    ]);
    queue.resume();
    expect(fakes.requests).toEqual(['send 1.jpg', 'send 2.jpg']);
  });

  test('pauses and resumes a file that is being sent', async () => {
    await harness.add(pickedFile('1.jpg'));
    const { id } = named('1.jpg');
    queue.pause(id);
    queue.resume(id);
    expect(fakes.requests).toEqual(['send 1.jpg', 'stop 1.jpg', 'send 1.jpg']);
  });

  test('deletes records and partial uploads when all files are canceled', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    queue.cancel();
    await waitUntilSettled();
    expect(fakes.requests).toContain('stop 1.jpg');
    expect(queue.snapshot().items).toEqual([]);
    expect([...harness.browser.records.values()]).toEqual([]);
    expect(fakes.discarded).toEqual(['u1']);
  });

  test('deletes the partial upload of a file canceled before it had a URL', async () => {
    await harness.add(pickedFile('1.jpg'));
    queue.cancel();
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    expect(fakes.discarded).toEqual(['u1']);
    expect([...harness.browser.records.values()]).toEqual([]);
  });

  test('does not delete uploads of a deleted submission', async () => {
    await harness.add(pickedFile('1.jpg'));
    queue.abandon();
    expect(queue.isBusy()).toBe(false);
    expect(fakes.discarded).toEqual([]);
  });
});
