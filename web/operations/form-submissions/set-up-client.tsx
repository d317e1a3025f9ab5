import { Alert, Button, List, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { ClientSetUp, companyCodeFor, type FormSubmission } from '#domain/form-submissions.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { NotesField } from '#web/people/fields.tsx';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { uppercaseField } from '#web/ui/upper-case.ts';

type SetUpClientProps = { lead: FormSubmission; onClose: () => void };

/** Turns a message into a company, a project and an invitation. */
export function SetUpClient({ lead, onClose }: SetUpClientProps) {
  const { form, create } = useSetUp(lead);
  return (
    <Modal opened onClose={onClose} title="Set Up Client" size="lg">
      {create.data ? (
        <Done values={form.values} made={create.data} onClose={onClose} />
      ) : (
        <DialogForm
          onSubmit={form.onSubmit((values) => create.mutate({ id: lead.id, ...values }))}
          label="Set Up Client"
          isBusy={create.isPending}
          onCancel={onClose}
        >
          <Fields form={form} />
          <NotesField {...form.getInputProps('notes')} />
          <Alert color="gray" title="This creates">
            <List size="sm">
              <List.Item>the company {form.values.companyName || '…'}</List.Item>
              <List.Item>its project {form.values.projectName || '…'}</List.Item>
              <List.Item>an invitation, which is emailed to {form.values.email || '…'}</List.Item>
            </List>
          </Alert>
        </DialogForm>
      )}
    </Modal>
  );
}

function useSetUp({ name, email, phone, company, message }: FormSubmission) {
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
  const options = withToasts('Client Set Up', 'Failed to set up the client');
  const create = useMutation(
    api.formSubmissions.setUpClient.mutationOptions({
      ...options,
      onError: (error) => {
        const field = errorCode(error) === 'COMPANY_CODE_TAKEN' ? 'companyCode' : null;
        const isAddress = /^(ADDRESS_HAS_ACCOUNT|INVITATION_OPEN)$/.test(errorCode(error) ?? '');
        if (field ?? isAddress) form.setFieldError(field ?? 'email', errorMessage(error));
        options.onError(error);
      },
    }),
  );
  return { form, create };
}

type SetUpForm = ReturnType<typeof useSetUp>['form'];

function Fields({ form }: { form: SetUpForm }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label="Company Name"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('companyName')}
      />
      <TextInput
        label="Company Code"
        description="People use it to sign up. It can't be changed later."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={32}
        autoCapitalize="characters"
        {...form.getInputProps('companyCode')}
        onChange={(event) => form.setFieldValue('companyCode', uppercaseField(event.currentTarget))}
      />
      <TextInput
        label="Project Name"
        required
        maxLength={200}
        {...form.getInputProps('projectName')}
      />
      <TextInput label="Project Address" maxLength={500} {...form.getInputProps('address')} />
      <TextInput
        label="Contact Name"
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('contactName')}
      />
      <TextInput
        label="Email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Phone"
        type="tel"
        maxLength={50}
        autoComplete="off"
        {...form.getInputProps('phone')}
      />
    </SimpleGrid>
  );
}

type DoneProps = {
  values: SetUpForm['values'];
  made: { companyId: string; projectId: string };
  onClose: () => void;
};

function Done({ values, made: { companyId, projectId }, onClose }: DoneProps) {
  return (
    <Stack gap="md" role="status">
      <Text>
        <TextLink to={ROUTES.companyProjects} params={{ companyId }} inherit>
          {values.companyName}
        </TextLink>{' '}
        and its project{' '}
        <TextLink to={ROUTES.operatorProject} params={{ projectId }} inherit>
          {values.projectName}
        </TextLink>{' '}
        are ready. An invitation was sent to {values.email}.
      </Text>
      <Button onClick={onClose}>Close</Button>
    </Stack>
  );
}
