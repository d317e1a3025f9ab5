import { useRouteContext } from '@tanstack/react-router';

type Entry = { location: { hash: string } };

/**
 * For `beforeLoad` of a route that emails link to: the secret after '#', without characters such as '.' or ')' that
 * mail programs append.
 */
export const linkToken = ({ location }: Entry): { token: string } => ({
  token: /^[\w-]*/.exec(location.hash)?.[0] ?? '',
});

/** The secret from the link that opened this screen, even after it was removed from the URL. */
export const useLinkToken = (): string =>
  useRouteContext({ strict: false, select: ({ token = '' }: { token?: string }) => token });
