import { useMutation, useQueryClient } from '@tanstack/react-query';
import { INVITATION_DAYS } from '#domain/invitations.ts';
import type { Person } from '#domain/people.ts';
import { isStaffRole } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.tsx';

/** 'Client' of a client, 'Account' of staff: the first word of what is said of a change. */
export const nounOf = ({ role }: Pick<Person, 'role'>): string =>
  isStaffRole(role) ? 'Account' : 'Client';

/** Asks for people and invitations again. */
export function useRefreshPeople() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [api.people.key(), api.invitations.key(), api.companies.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** The words after an invitation has been sent. */
export const tellOfInvitation = ({ email }: { email: string }): void =>
  toast.success(
    'Invitation Sent',
    `${email} can accept it within ${counted(INVITATION_DAYS, 'day')}.`,
  );

/** What is done to a person or an invitation without a form. */
export function usePeopleChanges() {
  const refresh = useRefreshPeople();
  const deactivate = useMutation(
    api.people.deactivate.mutationOptions({
      onSuccess: async (person) => {
        await refresh();
        toast.success(`${nounOf(person)} Deactivated`);
      },
      onError: (error) => toast.failure('Failed to deactivate client. Please try again.', error),
    }),
  );
  const reactivate = useMutation(
    api.people.reactivate.mutationOptions({
      onSuccess: async (person) => {
        await refresh();
        toast.success(`${nounOf(person)} Reactivated`);
      },
      onError: (error) => toast.failure('Failed to reactivate client. Please try again.', error),
    }),
  );
  const resend = useMutation(
    api.invitations.resend.mutationOptions({
      onSuccess: async (invitation) => {
        await refresh();
        tellOfInvitation(invitation);
      },
      onError: (error) => toast.failure('Failed to send invitation. Please try again.', error),
    }),
  );
  const revoke = useMutation(
    api.invitations.revoke.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast.success('Invitation Revoked');
      },
      onError: (error) => toast.failure('Failed to revoke invitation. Please try again.', error),
    }),
  );
  return { deactivate, reactivate, resend, revoke };
}
