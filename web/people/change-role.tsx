import { Modal, Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOf, type Person } from '#domain/people.ts';
import { type Role, ROLES, roleLabel } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { useRefreshPeople } from './api.ts';

const ROLE_CHOICES = ROLES.map((value) => ({ value, label: roleLabel(value) }));

type ChangeRoleProps = { person: Person | null; onClose: () => void };

export function ChangeRole({ person, onClose }: ChangeRoleProps) {
  return (
    <Modal opened={person !== null} onClose={onClose} title="Change Role">
      {person ? <RoleForm person={person} onDone={onClose} /> : null}
    </Modal>
  );
}

function consequence(before: Role, after: Role): string {
  if (before === after) return 'This is already their role.';
  if (after === 'client') {
    return 'They will lose access to the operator portal. They will see no projects until you assign a company or add them to a project.';
  }
  return before === 'client'
    ? "They will have access to the operator portal and all companies' projects. They will no longer belong to a company."
    : 'Takes effect right away.';
}

function RoleForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const refresh = useRefreshPeople();
  const [role, setRole] = useState<Role>(person.role);
  const change = useMutation(
    api.people.changeRole.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast.success('Role Changed');
        onDone();
      },
      onError: (error) => toast.failure('Failed to change role. Please try again.', error),
    }),
  );
  return (
    <DialogForm
      onSubmit={() => {
        change.mutate({ id: person.id, role });
      }}
      label="Change Role"
      isBusy={change.isPending}
      isDisabled={role === person.role}
      onCancel={onDone}
    >
      <Text>
        Change the role of <strong>{nameOf(person)}</strong>.
      </Text>
      <Select
        label="Role"
        data={ROLE_CHOICES}
        value={role}
        onChange={(value) => setRole(ROLES.find((one) => one === value) ?? role)}
      />
      <Text c="dimmed" size="sm">
        {consequence(person.role, role)}
      </Text>
    </DialogForm>
  );
}
