import { Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { SignUpInput } from '#domain/accounts.ts';
import { PASSWORD_RULE } from '#domain/password-rule.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { INVALID_COMPANY_CODE, signUpFailure } from './auth-messages.ts';
import { CompanyCodeInput } from './company-code-input.tsx';
import { useCompanyCode } from './use-company-code.ts';

export const EMPTY_SIGN_UP = {
  firstName: '',
  lastName: '',
  companyCode: '',
  phone: '',
  email: '',
  password: '',
};

type SignUpFormProps = {
  /** What was typed when the form was last shown. */
  typed: typeof EMPTY_SIGN_UP;
  onTyped: (values: typeof EMPTY_SIGN_UP) => void;
  onDone: () => void;
};

/** Makes a client account of the company whose code is given. */
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
          <TextInput
            label="First Name"
            autoComplete="given-name"
            required
            maxLength={100}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last Name"
            autoComplete="family-name"
            required
            maxLength={100}
            {...form.getInputProps('lastName')}
          />
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
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={PASSWORD_RULE}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={signUp.isPending} mt="xs">
          Create Account
        </Button>
      </Stack>
    </form>
  );
}
