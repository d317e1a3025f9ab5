import type { BrowserContext } from '@playwright/test';
import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data/types';
import { missingFrom } from '../scripts/check-browsers.mjs';

/** What the oldest Safari lacks, by owner and member. */
function missingIn(level: Identifier | undefined): [owner: string, member: string][] {
  return Object.entries(level ?? {}).flatMap(([owner, members]) =>
    Object.entries(members).flatMap(([member, feature]): [string, string][] =>
      missingFrom(feature as Identifier).some((name) => name.startsWith('safari'))
        ? [[owner, member]]
        : [],
    ),
  );
}

const MISSING = [data.api, data.javascript['builtins']].flatMap(missingIn);

/** Runs in a page before its own scripts. */
function removeFeatures(missing: typeof MISSING): void {
  const page = globalThis as unknown as Record<string, Record<string, unknown> | undefined>;
  for (const [owner, member] of missing) {
    const name = member.replace(/_static$/, '');
    const [object, prototype] = [page[owner], page[owner]?.['prototype']];
    const holders = [object, prototype, owner === 'Window' ? window : null];
    for (const holder of holders) {
      if (holder && Object.getOwnPropertyDescriptor(holder, name)?.configurable)
        delete (holder as Record<string, unknown>)[name];
    }
  }
}

/** Removes from all pages what the oldest supported Safari lacks. */
export const simulateOldestSafari = (context: BrowserContext) =>
  context.addInitScript(removeFeatures, MISSING);

/** Runs in a page: whether the features were removed. */
export const isOldestSafari = (): boolean => !('groupBy' in Map) && !('union' in Set.prototype);
