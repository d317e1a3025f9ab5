import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

type SearchInputProps = Pick<
  TextInputProps,
  'className' | 'maw' | 'maxLength' | 'placeholder' | 'w'
> & {
  /** Such as 'Search projects': its name to a screen reader, and its placeholder unless there is one. */
  label: string;
  value: string;
  onChange: (text: string) => void;
};

/** Where the text is typed that a list is searched for. */
export function SearchInput({ label, onChange, ...input }: SearchInputProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={`${label}...`}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}
