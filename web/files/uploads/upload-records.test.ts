import { beforeEach, describe, expect, test } from 'vitest';
import { createQueueHarness, pickedFile, waitUntilSettled } from './upload-harness.ts';
import type { UploadItem } from './upload-item.ts';

let harness: ReturnType<typeof createQueueHarness>;
let fakes: (typeof harness)['fakes'];
let queue: (typeof harness)['queue'];

beforeEach(() => {
  harness = createQueueHarness();
  ({ fakes, queue } = harness);
});

const named = (name: string): UploadItem | undefined =>
  queue.snapshot().items.find((item) => item.name === name);
const states = () =>
  Object.fromEntries(queue.snapshot().items.map(({ name, state }) => [name, state]));
const storedRecords = () => [...harness.browser.records.values()];
/** Kills the browser and reloads the page. */
async function restart(): Promise<void> {
  harness.browser.kill();
  harness = createQueueHarness(harness.browser);
  ({ fakes, queue } = harness);
  await queue.resumeInterrupted();
}

describe('upload records', () => {
  test('are kept but hidden when another person signs in', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    await harness.arrive('1.jpg', 'u1');
    const before = storedRecords();
    queue.stopAndHide();
    fakes.account = 'bob';
    await queue.resumeInterrupted();
    expect(queue.snapshot()).toMatchObject({ items: [], kept: [], inOtherTabs: [] });
    expect(queue.isBusy() || queue.isStoring()).toBe(false);
    expect(fakes.requests.at(-1)).toBe('stop 2.jpg');
    expect(fakes.discarded).toEqual([]);
    expect(storedRecords()).toEqual(before);
  });

  test('contain each file until all are sent', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    await harness.arrive('1.jpg', 'u1');
    expect(storedRecords().map(({ state }) => state)).toEqual(['storing', 'waiting']);
    await harness.arrive('2.jpg', 'u2');
    expect(storedRecords()).toEqual([]);
  });

  test('store the upload URL before any data is sent', async () => {
    await harness.add(pickedFile('1.jpg'));
    fakes.beforeWrite = waitUntilSettled;
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    expect(storedRecords()).toMatchObject([{ url: '/api/uploads/u1' }]);
    await restart();
    expect(queue.snapshot()).toMatchObject({ items: [], kept: [{ name: '1.jpg' }] });
    await harness.add(pickedFile('1.jpg'));
    expect(fakes.urls).toEqual(['/api/uploads/u1']);
  });

  test('do not resume a different file with the same name', async () => {
    await harness.add(pickedFile('1.jpg', 'old 1'));
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await harness.add(pickedFile('1.jpg', 'new 1'));
    expect(fakes.urls).toEqual([null]);
  });

  test('resume a renamed file', async () => {
    await harness.add(pickedFile('1.jpg', 'same'));
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await harness.add(pickedFile('copy.jpg', 'same'));
    expect(fakes.urls).toEqual(['/api/uploads/u1']);
    expect(queue.snapshot().kept).toEqual([]);
  });

  test('resume the rest of a folder and list refused files again', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('empty.jpg', ''), pickedFile('2.jpg'));
    await harness.arrive('1.jpg', 'u1');
    await restart();
    await harness.add(pickedFile('1.jpg'), pickedFile('empty.jpg', ''), pickedFile('2.jpg'));
    expect(fakes.requests).toEqual(['send 2.jpg']);
    expect(queue.snapshot().totals).toMatchObject({ filesDone: 2, rejected: 1, storing: 1 });
  });

  test('resume files from another folder, but not different files with the same name', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    await harness.arrive('1.jpg', 'u1');
    await restart();
    await harness.add(
      pickedFile('1.jpg', '1.jpg', 'DCIM/1.jpg'),
      pickedFile('2.jpg', 'other bytes'),
    );
    expect(states()).toEqual({ '1.jpg': 'storing', '2.jpg': 'sending' });
    expect(queue.snapshot().kept).toMatchObject([{ name: '2.jpg', size: 5 }]);
  });

  test('keep the reason for a failure until the file is sent again', async () => {
    await harness.add(pickedFile('1.jpg'));
    harness.of('1.jpg').onFailed({ message: 'Storage is full.', isFinal: false });
    await waitUntilSettled();
    await restart();
    expect(queue.snapshot().kept).toMatchObject([{ state: 'failed', message: 'Storage is full.' }]);
    await harness.add(pickedFile('1.jpg'));
    expect(fakes.requests).toEqual(['send 1.jpg']);
    expect(storedRecords()).toMatchObject([{ message: null }]);
  });

  test('are deleted when the remaining files are canceled', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    await harness.arrive('1.jpg', 'u1');
    queue.cancel(named('2.jpg')?.id);
    await waitUntilSettled();
    expect(storedRecords()).toEqual([]);
  });

  test('are deleted with their partial uploads when discarded', async () => {
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await queue.discardInterrupted();
    await waitUntilSettled();
    expect(storedRecords()).toEqual([]);
    expect(fakes.discarded).toEqual(['u1']);
  });

  test('are deleted after a reload if the submission already has the files', async () => {
    await harness.add(pickedFile('1.jpg'));
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    harness.browser.kill();
    harness = createQueueHarness(harness.browser);
    ({ fakes, queue } = harness);
    fakes.arrived = ['u1'];
    await queue.resumeInterrupted();
    await waitUntilSettled();
    expect(queue.snapshot().kept).toEqual([]);
    expect(storedRecords()).toEqual([]);
  });

  test('count a file as stored if it was stored when the page closed', async () => {
    await harness.add(pickedFile('1.jpg'));
    await restart();
    fakes.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    await harness.add(pickedFile('1.jpg'));
    expect(fakes.requests).toEqual([]);
    expect(named('1.jpg')?.state).toBe('stored');
  });

  test('do not resume a file that is sent to another client', async () => {
    await queue.add([pickedFile('1.jpg')], { companyId: 'a' });
    await waitUntilSettled();
    await restart();
    await queue.add([pickedFile('1.jpg')], { companyId: 'b' });
    await waitUntilSettled();
    expect(queue.snapshot()).toMatchObject({
      items: [{ about: { companyId: 'b' }, state: 'sending' }],
      kept: [{ about: { companyId: 'a' }, state: 'waiting' }],
    });
  });

  test('report a file that is already in the submission', async () => {
    fakes.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    await harness.add(pickedFile('1.jpg'));
    expect(named('1.jpg')).toMatchObject({ state: 'known', message: 'Already in this submission' });
  });
});

describe('two tabs', () => {
  test('never send the same file at once, and take over when the other closes', async () => {
    const other = createQueueHarness(harness.browser);
    await harness.add(pickedFile('1.jpg'));
    await harness.of('1.jpg').onUrl('/api/uploads/u1');
    await other.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    expect(other.fakes.requests).toEqual(['send 2.jpg']);
    expect(other.queue.snapshot().inOtherTabs).toMatchObject([{ name: '1.jpg', state: 'waiting' }]);
    other.queue.cancel();
    queue.stopAndHide();
    await waitUntilSettled();
    expect(other.fakes.requests.at(-1)).toBe('send 1.jpg');
    expect(other.fakes.urls.at(-1)).toBe('/api/uploads/u1');
  });

  test('resume a file only once when both reopen at the same time', async () => {
    await harness.add(pickedFile('1.jpg'));
    harness.browser.kill();
    const tabs = [createQueueHarness(harness.browser), createQueueHarness(harness.browser)];
    await Promise.all(tabs.map((tab) => tab.queue.resumeInterrupted()));
    await Promise.all(tabs.map((tab) => tab.add(pickedFile('1.jpg'))));
    expect(tabs.flatMap((tab) => tab.fakes.requests)).toEqual(['send 1.jpg']);
  });

  test("show the other tab's progress without changing its files", async () => {
    const other = createQueueHarness(harness.browser);
    await harness.add(pickedFile('1.jpg'), pickedFile('2.jpg'));
    await other.queue.load();
    await harness.arrive('1.jpg', 'u1');
    await other.queue.load();
    expect(other.queue.snapshot().inOtherTabs.map(({ state }) => state)).toEqual([
      'storing',
      'waiting',
    ]);
    await other.add(pickedFile('3.jpg'));
    other.queue.cancel();
    await waitUntilSettled();
    expect(storedRecords().map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']);
    await harness.arrive('2.jpg', 'u2');
    await other.queue.load();
    expect(other.queue.snapshot()).toMatchObject({ items: [], kept: [], inOtherTabs: [] });
  });
});
