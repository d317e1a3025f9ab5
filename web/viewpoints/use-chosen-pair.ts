import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { chosenOf, pairOf, toggled } from './chosen-pair.ts';

/** Which two photos of a viewpoint are compared, kept in the address. */
export function useChosenPair(photos: readonly ViewpointPhoto[]) {
  const { pair: inAddress } = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosenIds = chosenOf(photos, inAddress);
  const toggle = (id: string) => {
    const next = toggled(chosenIds, id);
    void navigate({
      to: '.',
      search: (before) => ({ ...before, pair: next.join('.') || undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return { chosenIds, pair: pairOf(photos, chosenIds), toggle };
}
