import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useSession } from './use-session.ts';

it('throws a clear error outside of its provider', () => {
  const Orphan = () => <p>{useSession().user?.email}</p>;
  expect(() => renderToString(<Orphan />)).toThrow(
    'useSession must be used within an AuthProvider',
  );
});
