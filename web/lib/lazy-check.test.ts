import { expect, it } from 'vitest';
import { lazyCheck } from './lazy-check.ts';

it('fetches a check once, when the form is touched or sent, and answers at once from then on', async () => {
  let loads = 0;
  const { check, onForm } = lazyCheck(() => {
    loads += 1;
    return Promise.resolve(({ name }) => (name ? {} : { name: 'Please enter a name.' }));
  });
  expect(loads).toBe(0);
  onForm.onFocus();
  expect(await check({ name: '' })).toEqual({ name: 'Please enter a name.' });
  expect(check({ name: 'Ada' })).toEqual({});
  expect(loads).toBe(1);
});
