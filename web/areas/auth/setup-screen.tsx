import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { FirstAdmin } from '#domain/setup.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage, isTransient } from '#web/lib/error-messages.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { EMPTY_ADMIN, FirstAdminFields, useEnterOffice } from '#web/people/first-admin.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { toast } from '#web/ui/toast.ts';
import { Loading } from '../root-route.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';

export function SetupScreen() {
  const secret = useLinkToken();
  const query = useQuery(
    api.setup.open.queryOptions({ input: { secret }, refetchOnWindowFocus: false }),
  );
  if (query.isPending) return <Loading />;
  if (query.data) return <FirstAdminForm secret={secret} />;
  return (
    <AuthFrame title="Setup Not Available" subtitle={errorMessage(query.error)}>
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

function FirstAdminForm({ secret }: { secret: string }) {
  const enterOffice = useEnterOffice();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: EMPTY_ADMIN,
    validate: zod4Resolver(FirstAdmin),
  });
  const create = useMutation(
    api.setup.createAdmin.mutationOptions({
      onSuccess: (_created, admin) => enterOffice(admin),
      onError: (error) => toast.failure('Failed to create your account', error),
    }),
  );
  return (
    <AuthFrame
      title="Set Up Your Site"
      subtitle="Create your account. You will be the first admin."
    >
      <form onSubmit={form.onSubmit((values) => create.mutate({ ...values, secret }))} noValidate>
        <Stack gap="md">
          <FirstAdminFields
            propsOf={(name) => ({ key: form.key(name), ...form.getInputProps(name) })}
          />
          <Button type="submit" fullWidth loading={create.isPending || create.isSuccess} mt="xs">
            Create Account
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
