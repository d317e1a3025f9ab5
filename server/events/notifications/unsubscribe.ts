import { z } from 'zod';
import { NotificationKind } from '#domain/notifications.ts';
import type { Signer } from '#server/platform/signed-url.ts';

/** What emails can be stopped about: kinds of notifications, and single viewpoints. */
const Topic = z.union([NotificationKind, z.templateLiteral(['viewpoint_', z.uuid()])]);
export type Topic = z.infer<typeof Topic>;

/** Links in emails work for one to two years. */
const YEAR_MS = 365 * 86_400_000;

const sealed = (personId: string, kinds: string) => `unsubscribe/${personId}/${kinds}`;

/** Anyone with the link can unsubscribe the person without signing in. */
export function unsubscribePath(
  signer: Signer,
  personId: string,
  topics: readonly Topic[],
): string {
  const joined = topics.join('+');
  const seal = signer.sign(sealed(personId, joined), YEAR_MS);
  return `/unsubscribe/${personId}/${joined}/${seal}`;
}

export type UnsubscribeParams = { personId: string; kinds: string; seal: string };

/** Returns null if the link is invalid or expired. */
export function topicsOfLink(
  signer: Signer,
  { personId, kinds, seal }: UnsubscribeParams,
): Topic[] | null {
  if (!signer.verify(sealed(personId, kinds), seal)) return null;
  return kinds.split('+').flatMap((topic) => Topic.safeParse(topic).data ?? []);
}
