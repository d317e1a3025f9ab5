import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_PROJECTS } from '#domain/project-status.ts';
import type { Project } from '#domain/projects.ts';
import { api } from './api.ts';
import { errorMessage } from './error-messages.ts';
import { useDebouncedText } from './list-choice.ts';

/** Props for a project Select that searches on the server. `value` is the selected ID, always among `projects`. */
export function useProjectChoices(value: string | null) {
  const [shown, setShown] = useState('');
  const [typed, setTyped] = useState('');
  const search = useDebouncedText(typed.trim());
  const newest = useQuery(api.projects.list.queryOptions({ input: {} }));
  const first = newest.data?.projects ?? [];
  const found = useQuery({
    ...api.projects.list.queryOptions({ input: { search } }),
    enabled: first.length >= MAX_PROJECTS && search !== '',
    placeholderData: keepPreviousData,
  });
  const isListed = first.some(({ id }) => id === value);
  const chosen = useQuery({
    ...api.projects.get.queryOptions({ input: { id: value ?? '' } }),
    enabled: value !== null && newest.isSuccess && !isListed,
  });
  const all = [...first, ...(found.data?.projects ?? []), ...(chosen.data ? [chosen.data] : [])];
  const projects: readonly Project[] = [...new Map(all.map((each) => [each.id, each])).values()];
  const isPending = newest.isPending || chosen.isLoading;
  return {
    projects,
    isPending,
    error: newest.error,
    props: {
      placeholder: isPending ? 'Loading…' : 'Select a project',
      searchable: true,
      nothingFoundMessage: found.isFetching ? 'Searching…' : 'No Projects Found',
      error: newest.error ? errorMessage(newest.error) : undefined,
      searchValue: shown,
      onSearchChange: (text: string) => {
        setShown(text);
        // Selecting an option fills in its label, which begins with the name; don't search for that.
        if (!projects.some(({ name }) => text.startsWith(name))) setTyped(text);
      },
    },
  };
}
