import { may } from '#domain/roles.ts';
import { useSession } from '#web/lib/session.ts';
import { FilterBar, FilterSwitch, SearchInput } from '#web/ui/filter-bar.tsx';
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
    <FilterBar>
      <SearchInput
        label="Search clients"
        value={choice.search}
        onChange={(search) => onChoice({ ...choice, search, page: 0 })}
      />
      <FilterSwitch
        label="Show"
        choices={PEOPLE_VIEWS.filter((value) => value !== 'staff' || seesStaff).map((value) => ({
          value,
          label: VIEW_LABELS[value],
        }))}
        value={choice.view}
        onChange={(view) => onChoice({ ...choice, view, page: 0 })}
      />
    </FilterBar>
  );
}
