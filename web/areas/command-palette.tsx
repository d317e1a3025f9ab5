import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconBuilding, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect } from 'react';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import type { NavEntry } from '#web/ui/sidebar.tsx';

const [store, palette] = createSpotlight();

/**
 * Lets Enter open the first match if none is highlighted: the library highlights one while typing, possibly before the
 * projects have loaded.
 */
function openFirstMatch(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  const dialog = event.currentTarget.closest('[role="dialog"]');
  if (dialog?.querySelector('[data-selected]')) return;
  dialog?.querySelector<HTMLElement>('[data-action]')?.click();
}

export type CommandPaletteProps = {
  entries: readonly NavEntry[];
  isStaff: boolean;
  /** Opens the palette whenever it changes. */
  openings: number;
};

export function CommandPalette({ entries, isStaff, openings }: CommandPaletteProps) {
  const navigate = useNavigate();
  const projects = useQuery(api.projects.list.queryOptions({ input: {} }));
  useEffect(() => {
    if (openings > 0) palette.open();
  }, [openings]);

  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Screens',
      actions: entries.map(({ label, to, icon: Icon }) => ({
        id: to,
        label,
        leftSection: <Icon size={18} stroke={1.75} aria-hidden />,
        onClick: () => void navigate({ to }),
      })),
    },
    {
      group: 'Projects',
      actions: (projects.data?.projects ?? []).map(({ id, name, address }) => ({
        id,
        label: name,
        description: address ?? undefined,
        leftSection: <IconBuilding size={18} stroke={1.75} aria-hidden />,
        onClick: () =>
          void navigate(
            isStaff
              ? { to: ROUTES.operatorProject, params: { projectId: id } }
              : { to: ROUTES.project, params: { id } },
          ),
      })),
    },
  ];
  return (
    <Spotlight
      store={store}
      actions={groups}
      shortcut={null}
      limit={12}
      scrollable
      centered={false}
      yOffset="15vh"
      overlayProps={{ blur: 0 }}
      styles={{ search: { outline: 'none' }, actionDescription: { opacity: 1 } }}
      nothingFound="Nothing found"
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
        placeholder: 'Go to a screen or project...',
        'aria-label': 'Go to a screen or project',
        onKeyDown: openFirstMatch,
      }}
    />
  );
}
