import { Modal, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { INVITATION_DAYS, InvitationInput } from '#domain/invitations.ts';
import { may, type Role, ROLES, roleLabel } from '#domain/roles.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { counted } from '#web/lib/formats.ts';
import { useSession } from '#web/lib/session.ts';
import { useCompanyChoices } from '#web/lib/use-company-choices.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { NotesField } from './fields.tsx';
import { showInvitationSent, useRefreshPeople } from './api.ts';

const ROLE_CHOICES = ROLES.map((value) => ({ value, label: roleLabel(value) }));
/** Errors shown at the email field. */
const EMAIL_ERRORS = ['ADDRESS_HAS_ACCOUNT', 'INVITATION_OPEN'];

type InvitePersonProps = { isOpen: boolean; onClose: () => void; onInvited: () => void };

export function InvitePerson({ isOpen, onClose, onInvited }: InvitePersonProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add Client">
      <InvitationForm onCancel={onClose} onInvited={onInvited} />
    </Modal>
  );
}

type InvitationFormProps = { onCancel: () => void; onInvited: () => void };

function useInvitationForm(onInvited: () => void) {
  const refresh = useRefreshPeople();
  const form = useForm<{
    role: Role;
    companyId: string | null;
    contactName: string;
    email: string;
    phone: string;
    notes: string;
  }>({
    initialValues: {
      role: 'client',
      companyId: null,
      contactName: '',
      email: '',
      phone: '',
      notes: '',
    },
    validate: zod4Resolver(InvitationInput),
  });
  const invite = useMutation(
    api.invitations.create.mutationOptions({
      onSuccess: async (invitation) => {
        await refresh();
        showInvitationSent(invitation);
        onInvited();
      },
      onError: (error) => {
        if (EMAIL_ERRORS.includes(errorCode(error) ?? '')) {
          form.setFieldError('email', errorMessage(error));
        }
        toast.failure('Failed to send invitation. Please try again.', error);
      },
    }),
  );
  return { form, invite };
}

function InvitationForm({ onCancel, onInvited }: InvitationFormProps) {
  const { user } = useSession();
  const { form, invite } = useInvitationForm(onInvited);
  return (
    <DialogForm
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
      label="Send Invitation"
      isBusy={invite.isPending}
      onCancel={onCancel}
    >
      <Text c="dimmed">
        They will get an email with a link to choose a password. The link expires in{' '}
        {counted(INVITATION_DAYS, 'day')}.
      </Text>
      {user && may(user.role, 'staff.manage') ? (
        <Select label="Role" data={ROLE_CHOICES} {...form.getInputProps('role')} />
      ) : null}
      {form.values.role === 'client' ? (
        <CompanySelect {...form.getInputProps('companyId')} />
      ) : null}
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
      <NotesField {...form.getInputProps('notes')} />
    </DialogForm>
  );
}

function CompanySelect(props: { value?: string | null }) {
  const companies = useCompanyChoices('active', props.value ?? null);
  return (
    <Select
      label="Company"
      required
      placeholder="Select a company"
      error={companies.failure}
      {...companies.props}
      {...props}
    />
  );
}
