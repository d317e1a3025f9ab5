import { Button, Card, Group, Select, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { counted } from '#web/lib/formats.ts';
import classes from './unplaced.module.css';

type PlacingBarProps = {
  chosen: number;
  viewpoints: readonly ProjectViewpoint[];
  isBusy: boolean;
  onPlace: (viewpoint: ProjectViewpoint) => void;
  onNew: () => void;
  onClear: () => void;
};

/** What can be done to all that are chosen; nothing as long as none is. */
export function PlacingBar(props: PlacingBarProps) {
  const { chosen, viewpoints, isBusy, onPlace, onNew, onClear } = props;
  useHotkeys([['Escape', onClear]]);
  if (chosen === 0) return null;
  return (
    <Card component="section" padding="sm" className={classes.bar} aria-label="Chosen photos">
      <Group gap="xs">
        <Text component="output" fw={500} className="tabular" me="auto">
          {counted(chosen, 'photo')} chosen
        </Text>
        <Select
          size="xs"
          aria-label="Put at a viewpoint"
          placeholder="Put at…"
          searchable
          disabled={isBusy || viewpoints.length === 0}
          data={viewpoints.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(id) => {
            const viewpoint = viewpoints.find((each) => each.id === id);
            if (viewpoint) onPlace(viewpoint);
          }}
        />
        <Button size="xs" variant="default" disabled={isBusy} onClick={onNew}>
          New Viewpoint
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </Card>
  );
}
