import { expect, test } from 'vitest';
import { linkToken } from './link-token.ts';

test.each(['', '.', ')', '%20', '">'])(
  'link tokens exclude a trailing %j added by mail programs',
  (glued) => {
    expect(linkToken({ location: { hash: `a_B-9${glued}` } })).toEqual({ token: 'a_B-9' });
  },
);
