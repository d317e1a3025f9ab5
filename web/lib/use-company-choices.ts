import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from './api.ts';
import { toListQuery, useSettledText } from './list-choice.ts';

type Choice = { value: string; label: string };

/**
 * What a Select needs that lets choose a company: it asks the server for what is typed, as there may
 * be more companies than a list shows. `active` leaves out those that take no new people; `value` is
 * the id of the one that is chosen.
 */
export function useCompanyChoices(filter: 'all' | 'active', value: string | null) {
  const [shown, setShown] = useState('');
  const [typed, setTyped] = useState('');
  const search = useSettledText(typed);
  const sort = { key: 'company', isDescending: false };
  const input = { ...toListQuery({ search, sort, page: 0 }, ['company']), filter };
  const query = useQuery(
    api.companies.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const found: Choice[] = (query.data?.companies ?? []).map(({ id, companyName, companyCode }) => ({
    value: id,
    label: `${companyName} · ${companyCode}`,
  }));
  // What is chosen stays known while something else is looked for: the Select shows its label.
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isFound = found.some((choice) => choice.value === value);
  if (isFound && chosen?.value !== value) {
    setChosen(found.find((choice) => choice.value === value) ?? null);
  }
  const data = isFound || chosen?.value !== value || !chosen ? found : [...found, chosen];
  const failure = query.isError ? 'Failed to fetch companies.' : undefined;
  return {
    /** In words, when the companies could not be loaded. */
    failure,
    props: {
      data,
      nothingFoundMessage: failure ?? 'No companies found.',
      searchable: true,
      // What was typed is looked for by the server, in more than the label.
      filter: ({ search: wanted }: { search: string }) => (wanted === '' ? data : found),
      searchValue: shown,
      onSearchChange: (text: string) => {
        setShown(text);
        // The label of a choice that was made is no text to look for.
        if (!data.some(({ label }) => label === text)) setTyped(text);
      },
    },
  };
}
