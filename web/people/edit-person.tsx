import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Person } from '#domain/people.ts';
import { isStaffRole } from '#domain/roles.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { useDebouncedText } from '#web/lib/list-choice.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { uppercaseField } from '#web/ui/upper-case.ts';
import { NotesField } from './fields.tsx';
import { nounOf, useRefreshPeople } from './api.ts';

type EditPersonProps = { person: Person | null; onClose: () => void };

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

function useCompanyHint(typed: string, person: Person): string {
  const code = useDebouncedText(typed.trim());
  const isTheirs = code === (person.companyCode ?? '');
  const { data, isError } = useQuery(
    api.companies.list.queryOptions({ input: { code }, enabled: !isTheirs && code !== '' }),
  );
  if (code === '') return 'Without a company, they only see projects they are a member of.';
  if (isTheirs) return person.companyName ?? code;
  if (data) return data.companies[0]?.companyName ?? 'No company has this code.';
  return isError ? 'Failed to look up the company.' : 'Looking up the company...';
}

type PersonFormProps = { person: Person; onDone: () => void };

function usePersonForm({ person, onDone }: PersonFormProps) {
  const refresh = useRefreshPeople();
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
          form.setFieldError('companyCode', errorMessage(error));
        }
        toast.failure('Failed to update client. Please try again.', error);
      },
    }),
  );
  const submit = form.onSubmit((values) =>
    update.mutate({ ...changedValues(values, form.getInitialValues()), id: person.id }),
  );
  return { form, submit, isBusy: update.isPending };
}

function PersonForm({ person, onDone }: PersonFormProps) {
  const { form, submit, isBusy } = usePersonForm({ person, onDone });
  const companyHint = useCompanyHint(form.values.companyCode, person);
  return (
    <DialogForm
      onSubmit={submit}
      label="Save Changes"
      isBusy={isBusy}
      isDisabled={!form.isDirty()}
      onCancel={onDone}
    >
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
          description={form.errors['companyCode'] ? undefined : companyHint}
          {...form.getInputProps('companyCode')}
          onChange={(event) =>
            form.setFieldValue('companyCode', uppercaseField(event.currentTarget))
          }
        />
      )}
      <NotesField {...form.getInputProps('notes')} />
    </DialogForm>
  );
}
