import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { CompanyInput } from '#domain/companies.ts';
import { ERRORS } from '#domain/errors.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';

const REQUIRED = 'Company code and name are required.';

/** The dialog that adds a company. */
export function AddCompany({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add Company">
      <CompanyForm onDone={onClose} />
    </Modal>
  );
}

function CompanyForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { companyCode: '', companyName: '', description: '' },
    validate: zod4Resolver(CompanyInput),
  });
  const create = useMutation(
    api.companies.create.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.companies.key() });
        toast.success('Company Created');
        onDone();
      },
      onError: (error) => {
        if (errorCode(error) === 'COMPANY_CODE_TAKEN') {
          form.setFieldError('companyCode', ERRORS.COMPANY_CODE_TAKEN[1]);
        }
        toast.failure('Failed to create company.', error);
      },
    }),
  );
  const submit = form.onSubmit(
    (values) => create.mutate(values),
    (_errors, { companyCode, companyName }) => {
      if (!companyCode.trim() || !companyName.trim()) toast.error('Validation Error', REQUIRED);
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Company Code"
          placeholder="DEMO001"
          required
          maxLength={32}
          autoCapitalize="characters"
          data-autofocus
          {...form.getInputProps('companyCode')}
          onChange={(event) =>
            form.setFieldValue('companyCode', event.currentTarget.value.toUpperCase())
          }
        />
        <TextInput
          label="Company Name"
          required
          maxLength={200}
          {...form.getInputProps('companyName')}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Add Company
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
