import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

export function FilterBar({ children }: { children: ReactNode }) {
  return <search className={classes.bar}>{children}</search>;
}

type SearchInputProps = {
  /** Accessible name, such as 'Search projects'; also the placeholder by default. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
};

export function SearchInput({ label, onChange, ...input }: SearchInputProps) {
  return (
    <TextInput
      className={classes.search}
      type="search"
      maxLength={200}
      aria-label={label}
      placeholder={`${label}...`}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}

type Choice<Value extends string> = { value: Value; label: string };
type ChoiceProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

export function FilterSelect<Value extends string>(props: ChoiceProps<Value>) {
  const { label, choices, value, onChange } = props;
  return (
    <Select
      className={classes.select}
      aria-label={label}
      data={choices}
      value={value}
      onChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

type SearchAndStatusProps<Status extends string> = {
  label: string;
  choices: readonly Choice<Status>[];
  value: { search: string; status: Status };
  onChange: (changes: { search: string } | { status: Status }) => void;
};

export function SearchAndStatus<Status extends string>(props: SearchAndStatusProps<Status>) {
  const { label, choices, value, onChange } = props;
  return (
    <FilterBar>
      <SearchInput label={label} value={value.search} onChange={(search) => onChange({ search })} />
      <FilterSelect
        label="Status"
        choices={choices}
        value={value.status}
        onChange={(status) => onChange({ status })}
      />
    </FilterBar>
  );
}

type SwitchProps<Value extends string> = Omit<ChoiceProps<Value>, 'choices'> & {
  choices: readonly { value: Value; label: ReactNode }[];
  /** Right-aligned and only as wide as needed. */
  isAtEnd?: boolean;
};

export function FilterSwitch<Value extends string>(props: SwitchProps<Value>) {
  const { label, choices, value, isAtEnd = false, onChange } = props;
  return (
    <SegmentedControl<Value>
      className={isAtEnd ? classes.end : classes.switch}
      aria-label={label}
      data={[...choices]}
      value={value}
      onChange={onChange}
    />
  );
}
