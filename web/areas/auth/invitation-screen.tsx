import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { Acceptance, type OpenInvitation } from '#domain/invitations.ts';
import { roleLabel } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage, isTransient } from '#web/lib/error-messages.ts';
import { date, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { session, useSession } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { toast } from '#web/ui/toast.ts';
import { Loading } from '../root-route.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';
import { FirstNameField, LastNameField, NewPasswordField } from '#web/people/fields.tsx';

export function InvitationScreen() {
  const token = useLinkToken();
  const query = useQuery(
    api.invitations.open.queryOptions({ input: { token }, refetchOnWindowFocus: false }),
  );
  if (query.isPending) return <Loading />;
  if (query.data) return <AcceptanceForm token={token} invitation={query.data} />;
  return (
    <AuthFrame title="Invitation Not Available" subtitle={errorMessage(query.error)}>
      {isTransient(query.error) ? (
        <Button onClick={() => void query.refetch()} loading={query.isFetching}>
          Retry
        </Button>
      ) : (
        <ButtonLink to={ROUTES.auth} variant="default">
          Go to Sign In
        </ButtonLink>
      )}
    </AuthFrame>
  );
}

function namesOf(contactName: string | null) {
  const [firstName = '', ...others] = (contactName ?? '').trim().split(/\s+/);
  return { firstName, lastName: others.join(' ') };
}

function useAcceptance(token: string) {
  const router = useRouter();
  const accept = useMutation(
    api.invitations.accept.mutationOptions({
      onError: (error) => toast.failure('Failed to accept the invitation', error),
    }),
  );
  return {
    isBusy: accept.isPending || accept.isSuccess,
    submit: async (values: { firstName: string; lastName: string; password: string }) => {
      let email: string;
      try {
        ({ email } = await accept.mutateAsync({ ...values, token }));
      } catch {
        return; // The mutation shows the error.
      }
      const signInAndContinue = () => router.navigate({ to: ROUTES.auth, replace: true });
      try {
        await session.signIn(email, values.password);
        await signInAndContinue();
        toast.success('Account created!', 'You have successfully logged in.');
      } catch (error) {
        await signInAndContinue();
        toast.failure('Account created! Please sign in.', error);
      }
    },
  };
}

type AcceptanceFormProps = { token: string; invitation: OpenInvitation };

function AcceptanceForm({ token, invitation }: AcceptanceFormProps) {
  const { email, role, companyName, contactName, expiresAt } = invitation;
  const { user } = useSession();
  const { isBusy, submit } = useAcceptance(token);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ...namesOf(contactName), password: '' },
    validate: zod4Resolver(Acceptance),
  });
  const belonging =
    role === 'client'
      ? `as a client of ${companyName ?? ''}`
      : `as ${role === 'project_manager' ? 'a' : 'an'} ${roleLabel(role).toLowerCase()}`;
  const until = date(expiresAt, DEFAULT_TIME_ZONE);
  return (
    <AuthFrame
      title="Accept Invitation"
      subtitle={`Create your account ${belonging}. The link expires on ${until}.`}
    >
      <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
        <Stack gap="md">
          {user ? (
            <Text>
              You're signed in as {user.email}. If you accept, you'll be signed in to the new
              account instead.
            </Text>
          ) : null}
          <TextInput label="Email" value={email} readOnly autoComplete="email" />
          <FirstNameField key={form.key('firstName')} {...form.getInputProps('firstName')} />
          <LastNameField key={form.key('lastName')} {...form.getInputProps('lastName')} />
          <NewPasswordField
            label="Password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={isBusy} mt="xs">
            Create Account
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
