import { Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { isTypedName } from '#domain/projects.ts';
import { FirstAdmin, type Sample } from '#domain/setup.ts';
import { api } from '#web/lib/api.ts';
import { brand } from '#web/lib/brand.ts';
import { counted } from '#web/lib/formats.ts';
import { EMPTY_ADMIN, FirstAdminFields, useEnterOffice } from '#web/people/first-admin.tsx';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';

const LIST = new Intl.ListFormat('en-US');

type Props = { sample: Sample; isOpen: boolean; onClose: () => void };

export const StartForReal = ({ isOpen, ...props }: Props) => (
  <Modal opened={isOpen} onClose={props.onClose} title="Start for Real">
    <RemovalForm {...props} />
  </Modal>
);

function useRemoval(onClose: () => void) {
  const enterOffice = useEnterOffice();
  const queryClient = useQueryClient();
  return useMutation(
    api.setup.removeSample.mutationOptions({
      onSuccess: async ({ backup }, { admin }) => {
        if (admin) await enterOffice(admin);
        onClose();
        await queryClient.invalidateQueries();
        toast.success('The sample site was removed', `The backup is in ${backup} on the server.`);
      },
      onError: (error) => toast.failure('The sample site was not removed', error),
    }),
  );
}

function RemovalForm({ sample, onClose }: Omit<Props, 'isOpen'>) {
  const form = useForm({
    initialValues: { ...EMPTY_ADMIN, typedName: '' },
    ...(sample.isOwnAccount ? { validate: zod4Resolver(FirstAdmin) } : {}),
  });
  const remove = useRemoval(onClose);
  return (
    <DialogForm
      label="Start for Real"
      isBusy={remove.isPending}
      isDisabled={!isTypedName(form.values.typedName, brand.name)}
      isDangerous
      onSubmit={form.onSubmit(({ typedName, ...admin }) =>
        remove.mutate({ typedName, ...(sample.isOwnAccount ? { admin } : {}) }),
      )}
      onCancel={onClose}
    >
      <Contents sample={sample} />
      {sample.isOwnAccount ? (
        <>
          <Text>Your sample account is removed, too. Create your own, which will be an admin:</Text>
          <FirstAdminFields propsOf={(name) => form.getInputProps(name)} />
        </>
      ) : null}
      <TextInput
        label={`Type "${brand.name}" to confirm`}
        autoComplete="off"
        {...form.getInputProps('typedName')}
      />
      {remove.isPending ? (
        <Text component="output" c="dimmed">
          Making a backup and removing the sample site…
        </Text>
      ) : null}
    </DialogForm>
  );
}

const Contents = ({ sample: { companies, projects, files, people } }: { sample: Sample }) => (
  <Text>
    This permanently removes {LIST.format(companies)} with {counted(projects, 'project')} and{' '}
    {counted(files, 'file')}, including what you added to them, as well as{' '}
    {counted(people, 'sample account')} and the sample messages. Settings and everything else stay.
    A backup is saved on the server first.
  </Text>
);
