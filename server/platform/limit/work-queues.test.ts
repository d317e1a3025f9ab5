import { expect, test } from 'vitest';
import { createPartyQueues } from './work-queues.ts';

function setUp() {
  const turns = createPartyQueues({ atOnce: 2, waiting: 1 });
  const begun: string[] = [];
  const begin = (party: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = turns(party, () => {
      begun.push(name);
      return promise;
    });
    return { done, resolve, reject };
  };
  return { begin, begun };
}

test("one party's calls are limited: the next one waits, more are refused", async () => {
  const { begin, begun } = setUp();
  const [one] = [begin('ann', 'one'), begin('ann', 'two'), begin('ann', 'three')];
  await expect(begin('ann', 'four').done).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfter: 1,
  });
  begin('bob', 'his');
  expect(begun).toEqual(['one', 'two', 'his']);
  one.resolve();
  await one.done;
  await expect.poll(() => begun).toEqual(['one', 'two', 'his', 'three']);
});

test('a failed call frees its slot', async () => {
  const { begin, begun } = setUp();
  const calls = [begin('ann', 'one'), begin('ann', 'two'), begin('ann', 'three')];
  for (const { done, reject } of calls) {
    reject(new Error('no'));
    await expect(done).rejects.toThrow('no');
  }
  const last = begin('ann', 'last');
  last.resolve();
  await last.done;
  expect(begun).toHaveLength(4);
});
