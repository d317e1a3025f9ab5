import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { AddressInput } from '#domain/accounts.ts';
import type { Person } from '#domain/people.ts';
import { isStaffRole } from '#domain/roles.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { useDebouncedText } from '#web/lib/list-choice.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { uppercaseField } from '#web/ui/upper-case.ts';
import { CertificateField, EmailField, NotesField } from './fields.tsx';
import { nounOf, useRefreshPeople } from './api.ts';
import { companyNameOf } from './people-list.ts';

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
  if (isTheirs && person.companyId) return companyNameOf(person) ?? code;
  if (code === '') return 'Without a company, they only see projects they are a member of.';
  if (data) return data.companies[0]?.companyName ?? 'No company has this code.';
  return isError ? 'Failed to look up the company.' : 'Looking up the company...';
}

type PersonFormProps = { person: Person; onDone: () => void };

function usePersonForm({ person, onDone }: PersonFormProps) {
  const refresh = useRefreshPeople();
  const form = useForm({
    initialValues: {
      email: person.email,
      firstName: person.firstName ?? '',
      lastName: person.lastName ?? '',
      phone: person.phone ?? '',
      certificate: person.certificate ?? '',
      companyCode: person.companyCode ?? '',
      notes: person.notes ?? '',
    },
    validate: zod4Resolver(AddressInput),
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
        if (errorCode(error) === 'ADDRESS_HAS_ACCOUNT') {
          form.setFieldError('email', errorMessage(error));
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
      {isStaffRole(person.role) || !person.isActive ? (
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {person.email}
        </Text>
      ) : (
        <EmailField
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={
            form.isDirty('email')
              ? "They will be signed out. They won't see projects, and links they shared won't work, until they confirm this address. Both addresses get an email."
              : undefined
          }
          {...form.getInputProps('email')}
        />
      )}
      <TextInput
        label="First Name"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('firstName')}
      />
      <TextInput label="Last Name" maxLength={100} {...form.getInputProps('lastName')} />
      <TextInput label="Phone" type="tel" maxLength={50} {...form.getInputProps('phone')} />
      {isStaffRole(person.role) ? (
        <CertificateField {...form.getInputProps('certificate')} />
      ) : (
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
