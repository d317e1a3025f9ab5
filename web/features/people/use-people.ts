import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { INVITATION_SORTS } from '#domain/invitations.ts';
import { PEOPLE_SORTS } from '#domain/people.ts';
import { api } from '#web/lib/api.ts';
import { toListQuery, useSettledText } from '#web/lib/list-choice.ts';
import { useNow } from '#web/ui/use-now.ts';
import { ofInvitation, ofPerson, type PeopleChoice } from './people-list.ts';

/** The page of people or invitations that is looked at, and the query that it came from. */
export function usePeople({ view, ...choice }: PeopleChoice) {
  const now = useNow();
  const asked = { ...choice, search: useSettledText(choice.search) };
  const isInvited = view === 'invited';
  const people = useQuery(
    api.people.list.queryOptions({
      input: { ...toListQuery(asked, PEOPLE_SORTS), filter: isInvited ? 'active' : view },
      enabled: !isInvited,
      placeholderData: keepPreviousData,
    }),
  );
  const invitations = useQuery(
    api.invitations.list.queryOptions({
      input: toListQuery(asked, INVITATION_SORTS),
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
