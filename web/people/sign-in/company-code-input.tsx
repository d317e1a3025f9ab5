import { Loader, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { upperCased } from '#web/ui/upper-case.ts';
import { INVALID_COMPANY_CODE } from './auth-messages.ts';
import type { CompanyCodeState } from './use-company-code.ts';

type CompanyCodeInputProps = {
  value: string;
  state: CompanyCodeState;
  error: ReactNode;
  onChange: (code: string) => void;
};

const SIGNS: Partial<Record<CompanyCodeState, ReactNode>> = {
  checking: <Loader size={16} aria-label="Checking the company code" />,
  valid: <IconCheck size={16} color="var(--mantine-color-green-filled)" aria-hidden />,
};

/** The code of the company to join, in upper case as it is typed, with word of whether it is right. */
export function CompanyCodeInput({ value, state, error, onChange }: CompanyCodeInputProps) {
  return (
    <>
      <TextInput
        label="Company Code"
        description="Ask the person who invited you."
        placeholder="DEMO001"
        required
        maxLength={32}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={value}
        rightSection={SIGNS[state]}
        error={error ?? (state === 'invalid' ? INVALID_COMPANY_CODE.message : null)}
        onChange={(event) => onChange(upperCased(event.currentTarget))}
      />
      <output className="visually-hidden">
        {state === 'valid' ? 'The company code is valid.' : ''}
      </output>
    </>
  );
}
