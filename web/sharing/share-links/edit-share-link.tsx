import { Modal, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShareLink } from '#domain/share-links.ts';
import { focusFirst } from '#web/lib/focus-first.ts';
import { api } from '#web/lib/api.ts';
import { DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { nameOf } from './share-link-names.ts';
import { ShareLinkFields, SubmissionsSelect } from './share-link-fields.tsx';
import {
  detailErrors,
  detailsOf,
  type ShareLinkDetails,
  toShareLinkChange,
} from './share-link-form.ts';

type EditShareLinkProps = { link: ShareLink; onClose: () => void };

export function EditShareLink({ link, onClose }: EditShareLinkProps) {
  return (
    <Modal opened onClose={onClose} title="Edit Share Link" size="lg">
      <EditForm link={link} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ link, onClose }: EditShareLinkProps) {
  const timeZone = link.timeZone ?? DEFAULT_TIME_ZONE;
  const [before] = useState(() => detailsOf(link, timeZone));
  const [removesPassword, setRemovesPassword] = useState(false);
  const withToasts = useMutationToasts(api.shareLinks.key());
  const update = useMutation(
    api.shareLinks.update.mutationOptions(
      withToasts('Share link updated', 'Failed to update share link'),
    ),
  );
  const form = useForm<ShareLinkDetails>({
    initialValues: before,
    validate: (values) =>
      detailErrors(values, { timeZone, now: new Date(), before: before.expiresAt }),
  });
  const submit = form.onSubmit(
    (values) => {
      const change = toShareLinkChange(values, before, { timeZone, removesPassword });
      if (Object.keys(change).length === 0) return onClose();
      update.mutate({ id: link.id, ...change }, { onSuccess: onClose });
    },
    (errors) => focusFirst(form, errors),
  );
  return (
    <DialogForm onSubmit={submit} label="Save" isBusy={update.isPending} onCancel={onClose}>
      <Text c="dimmed" size="sm">
        The link to {nameOf(link)} stays the same. Everyone who has it sees the change right away.
      </Text>
      {link.projectName === null ? null : (
        <SubmissionsSelect
          projectId={link.projectId}
          timeZone={timeZone}
          value={form.values.submissionIds}
          onChange={(value) => form.setFieldValue('submissionIds', value)}
        />
      )}
      <ShareLinkFields
        form={form}
        timeZone={timeZone}
        isFirst
        password={{
          placeholder: link.hasPassword ? 'Unchanged' : 'None',
          description: link.hasPassword
            ? 'Enter a new password to replace it. Visitors must then use the new one.'
            : 'Visitors must enter it before they see anything.',
          disabled: removesPassword,
        }}
      />
      {link.hasPassword ? (
        <Switch
          label="Remove the Password"
          description="Anyone with the link can open it."
          checked={removesPassword}
          onChange={(event) => {
            setRemovesPassword(event.currentTarget.checked);
            form.setFieldValue('password', '');
          }}
        />
      ) : null}
    </DialogForm>
  );
}
