import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { type Account, ProfileChange } from '#domain/accounts.ts';
import { isStaffRole } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { session, useSession } from '#web/lib/session.ts';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { CertificateField, FirstNameField, LastNameField } from '../fields.tsx';

const check = zod4Resolver(ProfileChange);

export function ProfileSection({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      firstName: account.firstName ?? '',
      lastName: account.lastName ?? '',
      phone: account.phone ?? '',
      certificate: account.certificate ?? '',
    },
    validate: check,
  });
  const change = useMutation(
    api.account.update.mutationOptions({
      onSuccess: async (changed) => {
        queryClient.setQueryData(api.account.get.queryKey(), changed);
        toast.success('Profile saved');
        await session.verify();
      },
      onError: (error) => toast.failure('Failed to save your profile', error),
    }),
  );
  return (
    <Section title="Profile">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <FirstNameField
              maxLength={100}
              key={form.key('firstName')}
              {...form.getInputProps('firstName')}
            />
            <LastNameField
              maxLength={100}
              key={form.key('lastName')}
              {...form.getInputProps('lastName')}
            />
            <TextInput
              label="Phone"
              type="tel"
              autoComplete="tel"
              maxLength={50}
              key={form.key('phone')}
              {...form.getInputProps('phone')}
            />
            {user && isStaffRole(user.role) ? (
              <CertificateField
                key={form.key('certificate')}
                {...form.getInputProps('certificate')}
              />
            ) : null}
            {account.companyName === null ? null : (
              <TextInput label="Company" value={account.companyName} readOnly />
            )}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              Save Profile
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
