import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { ShareSwitches, switchesOf } from '#domain/share-links.ts';
import type { ShareLinkValues } from './share-link-form.ts';

const KEY = 'overfly.new-share-link';

/** What is the same from link to link: never a title, an expiration or a password. */
const LastChoice = z.object({
  personId: Id,
  projectId: Id,
  ...ShareSwitches.shape,
  embedSites: z.string(),
});

type Keeper = () => Pick<Storage, 'getItem' | 'setItem'>;
const ofBrowser: Keeper = () => window.localStorage;

/** What this person chose for their last link in this browser. */
export function lastChoiceOf(
  personId: string | undefined,
  keeper = ofBrowser,
): Partial<ShareLinkValues> {
  try {
    const kept = LastChoice.parse(JSON.parse(keeper().getItem(KEY) ?? ''));
    if (kept.personId !== personId) return {};
    const { projectId, embedSites } = kept;
    return { projectId, embedSites, ...switchesOf(kept) };
  } catch {
    // Nothing is kept, or what an older version kept.
    return {};
  }
}

export function keepChoice(
  personId: string | undefined,
  values: ShareLinkValues,
  keeper = ofBrowser,
): void {
  const { projectId, embedSites } = values;
  const choice = { personId, projectId, embedSites, ...switchesOf(values) };
  try {
    keeper().setItem(KEY, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing: the next dialog begins anew.
  }
}
