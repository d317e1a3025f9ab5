import type { SelectProps } from '@mantine/core';

export type LazySelectProps = Omit<SelectProps, 'data' | 'value'> & {
  data: readonly { value: string; label: string }[];
  value: string | null;
};
/** How the list was asked for: by the code of a key, by letters, by a text to search for, or by a press. */
export type Wish = { code?: string; letters?: string; typed?: string };
