import { Group, SegmentedControl } from '@mantine/core';
import { may } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { PEOPLE_VIEWS, type PeopleChoice, type PeopleView } from './people-list.ts';

const VIEW_LABELS: Record<PeopleView, string> = {
  active: 'Active',
  deactivated: 'Deactivated',
  invited: 'Invited',
  staff: 'Staff',
};

type PeopleControlsProps = { choice: PeopleChoice; onChoice: (choice: PeopleChoice) => void };

/** Search, and which of the people. Every change begins with the first page. */
export function PeopleControls({ choice, onChoice }: PeopleControlsProps) {
  const { user } = useSession();
  const seesStaff = user !== null && may(user.role, 'staff.manage');
  return (
    <Group gap="sm">
      <SearchInput
        w={{ base: '100%', sm: 320 }}
        maxLength={200}
        label="Search clients"
        value={choice.search}
        onChange={(search) => onChoice({ ...choice, search, page: 0 })}
      />
      <SegmentedControl<PeopleView>
        aria-label="Show"
        w={{ base: '100%', sm: 'auto' }}
        bd="1px solid var(--surface-line)"
        data={PEOPLE_VIEWS.filter((value) => value !== 'staff' || seesStaff).map((value) => ({
          value,
          label: VIEW_LABELS[value],
        }))}
        value={choice.view}
        onChange={(view) => onChoice({ ...choice, view, page: 0 })}
      />
    </Group>
  );
}
