import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Person } from '#domain/people.ts';
import { isStaffRole } from '#domain/roles.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorWords } from '#web/lib/error-words.ts';
import { toast } from '#web/ui/toast.tsx';
import { nounOf, useRefreshPeople } from './use-people-changes.ts';

type EditPersonProps = { person: Person | null; onClose: () => void };

/** The dialog that changes what is known of a person. */
export function EditPerson({ person, onClose }: EditPersonProps) {
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={person ? `Edit ${nounOf(person)}` : ''}
    >
      {person ? <PersonForm person={person} onDone={onClose} /> : null}
    </Modal>
  );
}

/** The name behind a code while it is typed. */
function companyHint(code: string, companies: { companyCode: string; companyName: string }[]) {
  const wanted = code.trim();
  if (wanted === '') return 'Without a company, only projects they are a member of are seen.';
  const match = companies.find(({ companyCode }) => companyCode === wanted);
  return match ? match.companyName : 'No company has this code.';
}

function PersonForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const refresh = useRefreshPeople();
  const companies = useQuery(api.companies.list.queryOptions());
  const form = useForm({
    initialValues: {
      firstName: person.firstName ?? '',
      lastName: person.lastName ?? '',
      phone: person.phone ?? '',
      companyCode: person.companyCode ?? '',
      notes: person.notes ?? '',
    },
  });
  const update = useMutation(
    api.people.update.mutationOptions({
      onSuccess: async (changed) => {
        await refresh();
        toast.success(`${nounOf(changed)} Updated`);
        onDone();
      },
      onError: (error) => {
        if (errorCode(error) === 'COMPANY_NOT_FOUND') {
          form.setFieldError('companyCode', errorWords(error));
        }
        toast.failure('Failed to update client. Please try again.', error);
      },
    }),
  );
  return (
    <form
      onSubmit={form.onSubmit((values) => update.mutate({ ...values, id: person.id }))}
      noValidate
    >
      <Stack gap="md">
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {person.email}
        </Text>
        <TextInput
          label="First Name"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last Name" maxLength={100} {...form.getInputProps('lastName')} />
        <TextInput label="Phone" type="tel" maxLength={50} {...form.getInputProps('phone')} />
        {isStaffRole(person.role) ? null : (
          <TextInput
            label="Company Code"
            maxLength={32}
            autoCapitalize="characters"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={companyHint(
              form.values.companyCode,
              companies.data?.companies ?? [person].map(toCompany),
            )}
            {...form.getInputProps('companyCode')}
            onChange={(event) =>
              form.setFieldValue('companyCode', event.currentTarget.value.toUpperCase())
            }
          />
        )}
        <Textarea
          label="Notes"
          description="Seen by staff only"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          {...form.getInputProps('notes')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save Changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const toCompany = ({ companyCode, companyName }: Person) => ({
  companyCode: companyCode ?? '',
  companyName: companyName ?? '',
});
