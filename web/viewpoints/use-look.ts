import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TimelapseOptions } from '#domain/timelapses.ts';
import { oneOf } from '#web/lib/search-params.ts';

const trueInSearch = (value: unknown) => (value === true ? true : undefined);

/** The player's URL parameters, which contain only settings that differ from the defaults. */
export const lookInSearch = {
  speed: oneOf('slow', 'fast'),
  taken: trueInSearch,
  uneven: trueInSearch,
  undated: trueInSearch,
};

type LookInSearch = {
  speed?: 'slow' | 'fast' | undefined;
  taken?: true | undefined;
  uneven?: true | undefined;
  undated?: true | undefined;
};

const searchOfLook = ({ speed, isAligned, isEvened, hasDays }: TimelapseOptions): LookInSearch => ({
  speed: speed === 'normal' ? undefined : speed,
  taken: isAligned ? undefined : true,
  uneven: isEvened ? undefined : true,
  undated: hasDays ? undefined : true,
});

export function useTimelapseOptions(): [TimelapseOptions, (look: TimelapseOptions) => void] {
  const { speed, taken, uneven, undated } = useSearch({ strict: false });
  const navigate = useNavigate();
  const look = useMemo<TimelapseOptions>(
    () => ({
      speed: speed ?? 'normal',
      isAligned: !taken,
      isEvened: !uneven,
      hasDays: !undated,
    }),
    [speed, taken, uneven, undated],
  );
  const setLook = (next: TimelapseOptions) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...searchOfLook(next) }),
      replace: true,
      resetScroll: false,
    });
  return [look, setLook];
}
