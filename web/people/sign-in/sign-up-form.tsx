import { Button, SimpleGrid, Stack, TextInput, Loader } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { SignUpInput } from '#domain/accounts.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { INVALID_COMPANY_CODE, signUpFailure } from './auth-messages.ts';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { uppercaseField } from '#web/ui/upper-case.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { EmailField, FirstNameField, LastNameField, NewPasswordField } from '../fields.tsx';

/** Codes have at least two characters, so shorter input isn't checked. */
const MIN_LENGTH = 2;
const DEBOUNCE_MS = 400;

/** `unknown`: too short, or the check failed; signing up then reports an invalid code. */
type CompanyCodeState = 'unknown' | 'checking' | 'valid' | 'invalid';

function useCompanyCode(code: string): CompanyCodeState {
  const trimmed = code.trim();
  const [settled] = useDebouncedValue(trimmed, DEBOUNCE_MS);
  const isLongEnough = settled.length >= MIN_LENGTH;
  const query = useQuery(
    api.joining.checkCompanyCode.queryOptions({
      input: { companyCode: settled },
      enabled: isLongEnough,
      retry: false,
    }),
  );
  if (trimmed.length < MIN_LENGTH) return 'unknown';
  if (settled !== trimmed || (isLongEnough && query.isFetching)) return 'checking';
  if (!query.data) return 'unknown';
  return query.data.isValid ? 'valid' : 'invalid';
}

type CompanyCodeInputProps = {
  value: string;
  state: CompanyCodeState;
  error: ReactNode;
  onChange: (code: string) => void;
};

const STATE_ICONS: Partial<Record<CompanyCodeState, ReactNode>> = {
  checking: <Loader size={16} aria-label="Checking the company code" />,
  valid: <IconCheck size={16} color="var(--mantine-color-green-filled)" aria-hidden />,
};

function CompanyCodeInput({ value, state, error, onChange }: CompanyCodeInputProps) {
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
        rightSection={STATE_ICONS[state]}
        error={error ?? (state === 'invalid' ? INVALID_COMPANY_CODE.message : null)}
        onChange={(event) => onChange(uppercaseField(event.currentTarget))}
      />
      <output className="visually-hidden">
        {state === 'valid' ? 'The company code is valid.' : ''}
      </output>
    </>
  );
}

export const EMPTY_SIGN_UP = {
  firstName: '',
  lastName: '',
  companyCode: '',
  phone: '',
  email: '',
  password: '',
};

type SignUpFormProps = {
  typed: typeof EMPTY_SIGN_UP;
  onTyped: (values: typeof EMPTY_SIGN_UP) => void;
  onDone: () => void;
};

export function SignUpForm({ typed, onTyped, onDone }: SignUpFormProps) {
  const form = useForm({
    initialValues: typed,
    validate: zod4Resolver(SignUpInput),
    onValuesChange: onTyped,
  });
  const codeState = useCompanyCode(form.values.companyCode);
  const signUp = useMutation(
    api.joining.signUp.mutationOptions({
      onSuccess: () => {
        toast.success('Account created!', 'Please check your email to verify your account.');
        onDone();
      },
      onError: (error) => {
        const { title, message } = signUpFailure(error);
        if (errorCode(error) === 'INVALID_COMPANY_CODE') form.setFieldError('companyCode', message);
        toast.failure(title, error, message);
      },
    }),
  );
  const submit = form.onSubmit((values) => {
    if (codeState === 'invalid') {
      return toast.error(INVALID_COMPANY_CODE.title, INVALID_COMPANY_CODE.message);
    }
    signUp.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={2} spacing="md">
          <FirstNameField maxLength={100} {...form.getInputProps('firstName')} />
          <LastNameField maxLength={100} {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <CompanyCodeInput
          value={form.values.companyCode}
          state={codeState}
          error={form.errors['companyCode']}
          onChange={(code) => form.setFieldValue('companyCode', code)}
        />
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={50}
          {...form.getInputProps('phone')}
        />
        <EmailField {...form.getInputProps('email')} />
        <NewPasswordField label="Password" {...form.getInputProps('password')} />
        <Button type="submit" fullWidth loading={signUp.isPending} mt="xs">
          Create Account
        </Button>
      </Stack>
    </form>
  );
}
