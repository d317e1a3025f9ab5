import { beforeEach, describe, expect, test } from 'vitest';
import { createQueueHarness, picked, settled } from './upload-harness.ts';
import type { UploadItem } from './upload-item.ts';

let stage: ReturnType<typeof createQueueHarness>;
let bench: (typeof stage)['bench'];
let queue: (typeof stage)['queue'];

beforeEach(() => {
  stage = createQueueHarness();
  ({ bench, queue } = stage);
});

const named = (name: string): UploadItem | undefined =>
  queue.snapshot().items.find((item) => item.name === name);
const states = () =>
  Object.fromEntries(queue.snapshot().items.map(({ name, state }) => [name, state]));
const keptOf = () => [...stage.browser.records.values()];
/** Kills the browser and reloads the page. */
async function restart(): Promise<void> {
  stage.browser.kill();
  stage = createQueueHarness(stage.browser);
  ({ bench, queue } = stage);
  await queue.resumeInterrupted();
}

describe('what is kept over a reload', () => {
  test('stays when another person comes, who sees and sends nothing of it', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    await stage.arrive('1.jpg', 'u1');
    const before = keptOf();
    queue.stopAndHide();
    bench.account = 'bob';
    await queue.resumeInterrupted();
    expect(queue.snapshot()).toMatchObject({ items: [], kept: [], elsewhere: [] });
    expect(queue.isBusy() || queue.isStoring()).toBe(false);
    expect(bench.asked.at(-1)).toBe('stop 2.jpg');
    expect(bench.discarded).toEqual([]);
    expect(keptOf()).toEqual(before);
  });

  test('is each file, until all are through', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    await stage.arrive('1.jpg', 'u1');
    expect(keptOf().map(({ state }) => state)).toEqual(['storing', 'waiting']);
    await stage.arrive('2.jpg', 'u2');
    expect(keptOf()).toEqual([]);
  });

  test('is where the bytes of a file go, before the first of them goes', async () => {
    await stage.add(picked('1.jpg'));
    bench.beforeWrite = settled;
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    expect(keptOf()).toMatchObject([{ url: '/api/uploads/u1' }]);
    await restart();
    expect(queue.snapshot()).toMatchObject({ items: [], kept: [{ name: '1.jpg' }] });
    await stage.add(picked('1.jpg'));
    expect(bench.urls).toEqual(['/api/uploads/u1']);
  });

  test('is not where other bytes of the same name go', async () => {
    await stage.add(picked('1.jpg', 'old 1'));
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await stage.add(picked('1.jpg', 'new 1'));
    expect(bench.urls).toEqual([null]);
  });

  test('lets a file go on that has another name by now', async () => {
    await stage.add(picked('1.jpg', 'same'));
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await stage.add(picked('copy.jpg', 'same'));
    expect(bench.urls).toEqual(['/api/uploads/u1']);
    expect(queue.snapshot().kept).toEqual([]);
  });

  test('lets the same folder go on with what is left, and tells again what was not taken', async () => {
    await stage.add(picked('1.jpg'), picked('empty.jpg', ''), picked('2.jpg'));
    await stage.arrive('1.jpg', 'u1');
    await restart();
    await stage.add(picked('1.jpg'), picked('empty.jpg', ''), picked('2.jpg'));
    expect(bench.asked).toEqual(['send 2.jpg']);
    expect(queue.snapshot().totals).toMatchObject({ filesDone: 2, turnedAway: 1, storing: 1 });
  });

  test('knows the files again in another folder, and no other of the same name', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    await stage.arrive('1.jpg', 'u1');
    await restart();
    await stage.add(picked('1.jpg', '1.jpg', 'DCIM/1.jpg'), picked('2.jpg', 'other bytes'));
    expect(states()).toEqual({ '1.jpg': 'storing', '2.jpg': 'sending' });
    expect(queue.snapshot().kept).toMatchObject([{ name: '2.jpg', size: 5 }]);
  });

  test('is why a file did not get through, which is sent once it goes on', async () => {
    await stage.add(picked('1.jpg'));
    stage.of('1.jpg').onFailed({ message: 'No room.', isFinal: false });
    await settled();
    await restart();
    expect(queue.snapshot().kept).toMatchObject([{ state: 'failed', message: 'No room.' }]);
    await stage.add(picked('1.jpg'));
    expect(bench.asked).toEqual(['send 1.jpg']);
    expect(keptOf()).toMatchObject([{ message: null }]);
  });

  test('does not wait for a cancelled file', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    await stage.arrive('1.jpg', 'u1');
    queue.cancel(named('2.jpg')?.id);
    await settled();
    expect(keptOf()).toEqual([]);
  });

  test('is over once discarded, and on the server, too', async () => {
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    await restart();
    await queue.discardInterrupted();
    await settled();
    expect(keptOf()).toEqual([]);
    expect(bench.discarded).toEqual(['u1']);
  });

  test('is over once the submission has the files of which the page had not heard', async () => {
    await stage.add(picked('1.jpg'));
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    stage.browser.kill();
    stage = createQueueHarness(stage.browser);
    ({ bench, queue } = stage);
    bench.arrived = ['u1'];
    await queue.resumeInterrupted();
    await settled();
    expect(queue.snapshot().kept).toEqual([]);
    expect(keptOf()).toEqual([]);
  });

  test('counts as arrived what had arrived unnoticed when the page was left', async () => {
    await stage.add(picked('1.jpg'));
    await restart();
    bench.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    await stage.add(picked('1.jpg'));
    expect(bench.asked).toEqual([]);
    expect(named('1.jpg')?.state).toBe('stored');
  });

  test('is not of another client, to whom the same file is sent', async () => {
    await queue.add([picked('1.jpg')], { companyId: 'a' });
    await settled();
    await restart();
    await queue.add([picked('1.jpg')], { companyId: 'b' });
    await settled();
    expect(queue.snapshot()).toMatchObject({
      items: [{ about: { companyId: 'b' }, state: 'sending' }],
      kept: [{ about: { companyId: 'a' }, state: 'waiting' }],
    });
  });

  test('dropping again what is here already says so', async () => {
    bench.known.push({ sha256: '1.jpg', submissionTitle: 'Week 3', isHere: true });
    await stage.add(picked('1.jpg'));
    expect(named('1.jpg')).toMatchObject({ state: 'known', message: 'Already in this submission' });
  });
});

describe('two tabs', () => {
  test('never send the same file at once; the second goes on when the first is closed', async () => {
    const other = createQueueHarness(stage.browser);
    await stage.add(picked('1.jpg'));
    await stage.of('1.jpg').onUrl('/api/uploads/u1');
    await other.add(picked('1.jpg'), picked('2.jpg'));
    expect(other.bench.asked).toEqual(['send 2.jpg']);
    expect(other.queue.snapshot().inOtherTabs).toMatchObject([{ name: '1.jpg', state: 'waiting' }]);
    other.queue.cancel();
    queue.stopAndHide();
    await settled();
    expect(other.bench.asked.at(-1)).toBe('send 1.jpg');
    expect(other.bench.urls.at(-1)).toBe('/api/uploads/u1');
  });

  test('that are opened again at once take up a file once', async () => {
    await stage.add(picked('1.jpg'));
    stage.browser.kill();
    const tabs = [createQueueHarness(stage.browser), createQueueHarness(stage.browser)];
    await Promise.all(tabs.map((tab) => tab.queue.resumeInterrupted()));
    await Promise.all(tabs.map((tab) => tab.add(picked('1.jpg'))));
    expect(tabs.flatMap((tab) => tab.bench.asked)).toEqual(['send 1.jpg']);
  });

  test('see what the other has finished, and keep apart what each has chosen', async () => {
    const other = createQueueHarness(stage.browser);
    await stage.add(picked('1.jpg'), picked('2.jpg'));
    await other.queue.load();
    await stage.arrive('1.jpg', 'u1');
    await other.queue.load();
    expect(other.queue.snapshot().inOtherTabs.map(({ state }) => state)).toEqual([
      'storing',
      'waiting',
    ]);
    await other.add(picked('3.jpg'));
    other.queue.cancel();
    await settled();
    expect(keptOf().map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']);
    await stage.arrive('2.jpg', 'u2');
    await other.queue.load();
    expect(other.queue.snapshot()).toMatchObject({ items: [], kept: [], elsewhere: [] });
  });
});
