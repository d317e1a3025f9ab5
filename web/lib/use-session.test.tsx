import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useSession } from './use-session.ts';

it('says what is missing when it is used outside of its provider', () => {
  const Lost = () => <p>{useSession().user?.email}</p>;
  expect(() => renderToString(<Lost />)).toThrow('useSession must be used within an AuthProvider');
});
