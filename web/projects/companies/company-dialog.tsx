import { Modal, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { type Company, CompanyChange, CompanyInput, GIGABYTE } from '#domain/companies.ts';
import { ERRORS } from '#domain/errors.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { uppercaseField } from '#web/ui/upper-case.ts';

type CompanyDialogProps = {
  isOpen: boolean;
  company: Company | null;
  onClose: () => void;
};

export function CompanyDialog({ isOpen, company, onClose }: CompanyDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={company ? 'Edit Company' : 'Add Company'}>
      <CompanyForm company={company} onDone={onClose} />
    </Modal>
  );
}

const bytesOf = (gigabytes: unknown) =>
  gigabytes === '' ? null : Math.round(Number(gigabytes) * GIGABYTE);
/** Rounded to two decimals, as in the field. */
const gigabytesOf = (bytes: number) => Math.round((bytes / GIGABYTE) * 100) / 100;

const CompanyValues = CompanyInput.extend({
  quotaGigabytes: z.preprocess(bytesOf, CompanyChange.shape.quotaBytes),
});

type CompanyFormProps = { company: Company | null; onDone: () => void };

function useCompanyForm({ company, onDone }: CompanyFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      companyCode: company?.companyCode ?? '',
      companyName: company?.companyName ?? '',
      description: company?.description ?? '',
      quotaGigabytes: company?.quotaBytes ? gigabytesOf(company.quotaBytes) : ('' as const),
    },
    validate: zod4Resolver(CompanyValues),
  });
  const isMissing = !form.values.companyCode.trim() || !form.values.companyName.trim();
  const done = async (message: string) => {
    await queryClient.invalidateQueries({ queryKey: api.companies.key() });
    toast.success(message);
    onDone();
  };
  const create = useMutation(
    api.companies.create.mutationOptions({
      onSuccess: () => done('Company Created'),
      onError: (error) => {
        if (errorCode(error) === 'COMPANY_CODE_TAKEN') {
          form.setFieldError('companyCode', ERRORS.COMPANY_CODE_TAKEN[1]);
        }
        toast.failure('Failed to create company.', error);
      },
    }),
  );
  const update = useMutation(
    api.companies.update.mutationOptions({
      onSuccess: () => done('Company Updated'),
      onError: (error) => toast.failure('Failed to update company.', error),
    }),
  );
  const save = (values: typeof form.values) => {
    const { quotaGigabytes: _none, ...added } = values;
    if (!company) return create.mutate(added);
    // Sends only changed fields, because others may have been edited by someone else.
    const changes = changedValues(values, form.getInitialValues());
    const { companyCode: _stays, quotaGigabytes, ...changed } = changes;
    const quota = quotaGigabytes === undefined ? {} : { quotaBytes: bytesOf(quotaGigabytes) };
    return update.mutate({ ...changed, ...quota, id: company.id });
  };
  const submit = form.onSubmit(save, () => {
    if (isMissing) toast.error('Validation Error', 'Company code and name are required.');
  });
  return { form, submit, isBusy: create.isPending || update.isPending };
}

function CompanyForm({ company, onDone }: CompanyFormProps) {
  const { form, submit, isBusy } = useCompanyForm({ company, onDone });
  return (
    <DialogForm
      onSubmit={submit}
      label={company ? 'Save Changes' : 'Add Company'}
      isBusy={isBusy}
      isDisabled={company !== null && !form.isDirty()}
      onCancel={onDone}
    >
      <TextInput
        label="Company Code"
        placeholder="DEMO001"
        required={!company}
        readOnly={company !== null}
        variant={company ? 'filled' : 'default'}
        description={company ? "Can't be changed because people use it to sign up." : undefined}
        maxLength={32}
        autoCapitalize="characters"
        data-autofocus={company ? undefined : true}
        {...form.getInputProps('companyCode')}
        onChange={(event) => form.setFieldValue('companyCode', uppercaseField(event.currentTarget))}
      />
      <TextInput
        label="Company Name"
        required
        maxLength={200}
        data-autofocus={company ? true : undefined}
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
      {company ? (
        <NumberInput
          label="Storage Limit (GB)"
          description="For originals, including those in the trash. Leave this empty for no limit."
          placeholder="No limit"
          min={0}
          decimalScale={2}
          clampBehavior="none"
          allowNegative={false}
          {...form.getInputProps('quotaGigabytes')}
        />
      ) : null}
    </DialogForm>
  );
}
