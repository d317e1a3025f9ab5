import { expect, test } from 'vitest';
import { linkToken } from './link-token.ts';

test.each(['', '.', ')', '%20', '">'])('the secret of a link in a mail ends before %s', (glued) => {
  expect(linkToken({ location: { hash: `a_B-9${glued}` } })).toEqual({ token: 'a_B-9' });
});
