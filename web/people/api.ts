import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { INVITATION_DAYS, INVITATION_SORTS } from '#domain/invitations.ts';
import { PEOPLE_SORTS, type Person } from '#domain/people.ts';
import { isStaffRole } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toListQuery, useDebouncedText } from '#web/lib/list-choice.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { toast } from '#web/ui/toast.ts';
import { useNow } from '#web/ui/use-now.ts';
import { ofInvitation, ofPerson, type PeopleChoice } from './people-list.ts';

/** Searches a moment after typing stops. */
export function usePeople({ view, ...choice }: PeopleChoice) {
  const now = useNow();
  const request = { ...choice, search: useDebouncedText(choice.search) };
  const isInvited = view === 'invited';
  const people = useQuery(
    api.people.list.queryOptions({
      input: { ...toListQuery(request, PEOPLE_SORTS), filter: isInvited ? 'active' : view },
      enabled: !isInvited,
      placeholderData: keepPreviousData,
    }),
  );
  const invitations = useQuery(
    api.invitations.list.queryOptions({
      input: toListQuery(request, INVITATION_SORTS),
      enabled: isInvited,
      placeholderData: keepPreviousData,
    }),
  );
  const rows = isInvited
    ? invitations.data?.invitations.map((invitation) => ofInvitation(invitation, now))
    : people.data?.people.map(ofPerson);
  const query = isInvited ? invitations : people;
  return { query, rows, found: query.data?.found ?? 0 };
}

/** The first word of toasts: 'Client' for clients, 'Account' for staff. */
export const nounOf = ({ role }: Pick<Person, 'role'>): string =>
  isStaffRole(role) ? 'Account' : 'Client';

const KEYS = [api.people.key(), api.invitations.key(), api.companies.key()] as const;

export function useRefreshPeople() {
  const queryClient = useQueryClient();
  return () => Promise.all(KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export const showInvitationSent = ({ email }: { email: string }): void =>
  toast.success('Invitation Sent', `${email} has ${counted(INVITATION_DAYS, 'day')} to accept it.`);

export function usePeopleChanges() {
  const withToasts = useMutationToasts(...KEYS);
  const refresh = useRefreshPeople();
  const deactivate = useMutation(
    api.people.deactivate.mutationOptions(
      withToasts(
        (person: Person) => `${nounOf(person)} Deactivated`,
        'Failed to deactivate client. Please try again.',
      ),
    ),
  );
  const reactivate = useMutation(
    api.people.reactivate.mutationOptions(
      withToasts(
        (person: Person) => `${nounOf(person)} Reactivated`,
        'Failed to reactivate client. Please try again.',
      ),
    ),
  );
  const release = useMutation(
    api.people.unlinkProvider.mutationOptions(
      withToasts('Sign-In Unlinked', 'Failed to unlink the sign-in. Please try again.'),
    ),
  );
  const resend = useMutation(
    api.invitations.resend.mutationOptions({
      onSuccess: async (invitation) => {
        await refresh();
        showInvitationSent(invitation);
      },
      onError: (error) => toast.failure('Failed to send invitation. Please try again.', error),
    }),
  );
  const revoke = useMutation(
    api.invitations.revoke.mutationOptions(
      withToasts('Invitation Revoked', 'Failed to revoke invitation. Please try again.'),
    ),
  );
  return { deactivate, reactivate, release, resend, revoke };
}
