import { Modal, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { ClientSetUp, companyCodeFor, type FormSubmission } from '#domain/form-submissions.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { NotesField } from '#web/people/fields.tsx';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';

/** Name, label and maximum length. */
const FIELDS = [
  ['companyName', 'Company Name', 200],
  ['companyCode', 'Company Code', 32],
  ['projectName', 'Project Name', 200],
  ['address', 'Project Address', 500],
  ['contactName', 'Contact Name', 200],
  ['email', 'Email', 254],
  ['phone', 'Phone', 50],
] as const;

/** Turns a message into a company, a project and an invitation. */
export function SetUpClient({ lead, onClose }: { lead: FormSubmission; onClose: () => void }) {
  const { form, create } = useSetUp(lead, onClose);
  const { companyName, projectName, email } = form.values;
  return (
    <Modal opened onClose={onClose} title="Set Up Client" size="lg">
      <DialogForm
        onSubmit={form.onSubmit((values) => create.mutate({ id: lead.id, ...values }))}
        label="Set Up Client"
        isBusy={create.isPending}
        onCancel={onClose}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {FIELDS.map(([name, label, maxLength], index) => (
            <TextInput
              key={name}
              label={label}
              required={name !== 'address' && name !== 'phone'}
              maxLength={maxLength}
              autoComplete="off"
              data-autofocus={index === 0 || undefined}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <NotesField {...form.getInputProps('notes')} />
        <Text style={{ overflowWrap: 'anywhere' }}>
          This creates the company {companyName || '…'}, its project {projectName || '…'}, and an
          invitation that is emailed to {email || '…'}.
        </Text>
      </DialogForm>
    </Modal>
  );
}

function useSetUp({ name, email, phone, company, message }: FormSubmission, onDone: () => void) {
  const companyName = company ?? name;
  const form = useForm({
    initialValues: {
      companyName,
      companyCode: companyCodeFor(companyName),
      projectName: companyName,
      address: '',
      contactName: name,
      email,
      phone: phone ?? '',
      notes: message.slice(0, 2000),
    },
    validate: zod4Resolver(ClientSetUp),
  });
  const withToasts = useMutationToasts(
    api.formSubmissions.key(),
    api.companies.key(),
    api.projects.key(),
    api.invitations.key(),
  );
  const create = useMutation(
    api.formSubmissions.setUpClient.mutationOptions(
      withToasts('Client Set Up', 'Failed to set up the client', onDone),
    ),
  );
  return { form, create };
}
