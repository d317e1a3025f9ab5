import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { AddressInput } from '#domain/accounts.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { EmailField } from '../fields.tsx';

const KINDS = {
  recovery: {
    label: 'Send Reset Link',
    sent: 'If there is an account with this address, a link to set a new password is on its way.',
  },
  verification: {
    label: 'Resend Verification',
    sent: 'If this address belongs to an unverified account, a new link is on its way.',
  },
};

type LinkFormProps = {
  kind: keyof typeof KINDS;
  email: string;
  onEmail?: (email: string) => void;
  onDone?: () => void;
};

/** The answer is the same whether or not the account exists. */
export function LinkForm({ kind, email, onEmail, onDone }: LinkFormProps) {
  const { label, sent } = KINDS[kind];
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email },
    validate: zod4Resolver(AddressInput),
    onValuesChange: (values) => onEmail?.(values.email),
  });
  const options = {
    onSuccess: () => {
      toast.success('Check your email', sent);
      onDone?.();
    },
    onError: (error: unknown) => toast.failure('Failed to send the email', error),
  };
  const recovery = useMutation(api.joining.sendRecovery.mutationOptions(options));
  const verification = useMutation(api.joining.sendVerification.mutationOptions(options));
  const send = kind === 'recovery' ? recovery : verification;
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
      <Stack gap="md">
        <EmailField withAsterisk={false} key={form.key('email')} {...form.getInputProps('email')} />
        <Button type="submit" fullWidth loading={send.isPending} mt="xs">
          {label}
        </Button>
      </Stack>
    </form>
  );
}
