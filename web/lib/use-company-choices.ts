import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from './api.ts';
import { toListQuery, useDebouncedText } from './list-choice.ts';

type Choice = { value: string; label: string };

/**
 * Props for a company Select that searches on the server. `active` leaves out inactive companies; `value` is the
 * selected ID.
 */
export function useCompanyChoices(filter: 'all' | 'active', value: string | null) {
  const [shown, setShown] = useState('');
  const [typed, setTyped] = useState('');
  const search = useDebouncedText(typed);
  const sort = { key: 'company', isDescending: false };
  const input = { ...toListQuery({ search, sort, page: 0 }, ['company']), filter };
  const query = useQuery(
    api.companies.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const found: Choice[] = (query.data?.companies ?? []).map(({ id, companyName, companyCode }) => ({
    value: id,
    label: `${companyName} · ${companyCode}`,
  }));
  // Remember the selected company: the Select shows its label while searching for others.
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isFound = found.some((choice) => choice.value === value);
  if (isFound && chosen?.value !== value) {
    setChosen(found.find((choice) => choice.value === value) ?? null);
  }
  const data = isFound || chosen?.value !== value || !chosen ? found : [...found, chosen];
  const failure = query.isError ? 'Failed to fetch companies.' : undefined;
  return {
    failure,
    props: {
      data,
      nothingFoundMessage: failure ?? 'No companies found.',
      searchable: true,
      // The server has already filtered, by more than the label.
      filter: ({ search: wanted }: { search: string }) => (wanted === '' ? data : found),
      searchValue: shown,
      onSearchChange: (text: string) => {
        setShown(text);
        // Selecting an option fills in its label; don't search for that.
        if (!data.some(({ label }) => label === text)) setTyped(text);
      },
    },
  };
}
