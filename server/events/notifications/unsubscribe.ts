import { NotificationKind } from '#domain/notifications.ts';
import type { Signer } from '#server/platform/signed-url.ts';

/** So long links in mails work: at least a year, at most two. */
const YEAR_MS = 365 * 86_400_000;

const sealed = (personId: string, kinds: string) => `unsubscribe/${personId}/${kinds}`;

/** The address that ends mails of these kinds to a person, for whoever has it: no sign-in is asked for. */
export function unsubscribePath(
  signer: Signer,
  personId: string,
  kinds: readonly NotificationKind[],
): string {
  const joined = kinds.join('+');
  const seal = signer.sign(sealed(personId, joined), YEAR_MS);
  return `/unsubscribe/${personId}/${joined}/${seal}`;
}

export type UnsubscribeParams = { personId: string; kinds: string; seal: string };

/** The kinds of an address that was made here and is not too old, otherwise null. */
export function kindsOfLink(
  signer: Signer,
  { personId, kinds, seal }: UnsubscribeParams,
): NotificationKind[] | null {
  if (!signer.verify(sealed(personId, kinds), seal)) return null;
  return kinds.split('+').flatMap((kind) => NotificationKind.safeParse(kind).data ?? []);
}
