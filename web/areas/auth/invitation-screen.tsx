import {
  Box,
  Button,
  Card,
  Center,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import type { ReactNode } from 'react';
import { Acceptance, type OpenInvitation } from '#domain/invitations.ts';
import { PASSWORD_RULE } from '#domain/passwords.ts';
import { roleLabel } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { brand } from '#web/lib/brand.ts';
import { errorWords, isTransient } from '#web/lib/error-words.ts';
import { date, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { session, useSession } from '#web/lib/session.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Loading } from '../root-route.tsx';

/** Makes an account from the link in an invitation, or says why it cannot be made. */
export function InvitationScreen() {
  usePageTitle('Invitation');
  const token = useSearch({ strict: false, select: (search) => search.token ?? '' });
  const query = useQuery(
    api.invitations.open.queryOptions({ input: { token }, refetchOnWindowFocus: false }),
  );
  if (query.isPending) return <Loading />;
  if (query.data) {
    return (
      <Frame>
        <AcceptanceForm token={token} invitation={query.data} />
      </Frame>
    );
  }
  return (
    <Frame>
      <Stack gap="md" role="alert">
        <Title order={1}>Invitation not available</Title>
        <Text>{errorWords(query.error)}</Text>
        {isTransient(query.error) ? (
          <Button onClick={() => void query.refetch()} loading={query.isFetching}>
            Retry
          </Button>
        ) : (
          <ButtonLink to={ROUTES.auth} variant="default">
            Go to Login
          </ButtonLink>
        )}
      </Stack>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={400}>
        <Group gap="sm" justify="center" mb="xl">
          <BrandMark size={32} />
          <Text fw={600} size="lg">
            {brand.name}
          </Text>
        </Group>
        <Card padding="xl">{children}</Card>
      </Box>
    </Center>
  );
}

/** The first word of a name, and the others. */
function namesOf(contactName: string | null) {
  const [firstName = '', ...others] = (contactName ?? '').trim().split(/\s+/);
  return { firstName, lastName: others.join(' ') };
}

/** Accepts, and signs in with the password that was just chosen. */
function useAcceptance(token: string) {
  const router = useRouter();
  const accept = useMutation(
    api.invitations.accept.mutationOptions({
      onError: (error) => toast.failure('The invitation could not be accepted', error),
    }),
  );
  return {
    isBusy: accept.isPending || accept.isSuccess,
    submit: async (values: { firstName: string; lastName: string; password: string }) => {
      let email: string;
      try {
        ({ email } = await accept.mutateAsync({ ...values, token }));
      } catch {
        return; // said by the mutation
      }
      try {
        await session.signIn(email, values.password);
        toast.success('Account created!', 'You have successfully logged in.');
      } catch (error) {
        toast.failure('Account created! Please log in.', error);
      }
      await router.navigate({ to: ROUTES.auth, replace: true });
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
      : `as ${roleLabel(role).toLowerCase()}`;
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1}>Accept invitation</Title>
          <Text c="dimmed">
            Create your account {belonging}. The link is good until{' '}
            {date(expiresAt, DEFAULT_TIME_ZONE)}.
          </Text>
        </div>
        {user ? (
          <Text>
            You are signed in as {user.email}. Accepting signs in the new account instead.
          </Text>
        ) : null}
        <TextInput label="Email" value={email} readOnly autoComplete="username" />
        <TextInput
          label="First Name"
          autoComplete="given-name"
          required
          key={form.key('firstName')}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          autoComplete="family-name"
          required
          key={form.key('lastName')}
          {...form.getInputProps('lastName')}
        />
        <PasswordInput
          label="Password"
          description={PASSWORD_RULE}
          autoComplete="new-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={isBusy} mt="xs">
          Create Account
        </Button>
      </Stack>
    </form>
  );
}
