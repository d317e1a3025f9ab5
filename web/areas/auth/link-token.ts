import { useRouteContext } from '@tanstack/react-router';

type Entry = { location: { hash: string } };

/**
 * For `beforeLoad` of a route that a link in a mail leads to: the secret behind its '#', without what mail programs
 * leave at its end, such as '.' or ')'.
 */
export const linkToken = ({ location }: Entry): { token: string } => ({
  token: /^[\w-]*/.exec(location.hash)?.[0] ?? '',
});

/**
 * The secret of the link that led to this screen. It stays while the person is led on from here,
 * when the address has none any more.
 */
export const useLinkToken = (): string =>
  useRouteContext({ strict: false, select: ({ token = '' }: { token?: string }) => token });
