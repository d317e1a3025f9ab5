import { Button, Group, Text } from '@mantine/core';
import { count } from '#web/lib/formats.ts';
import { useHistoryState } from './history-state.ts';

type Portions = { name: string; first: number; more: number };

/** `name` must be unique on the screen. */
export function useShowMore<T>(things: readonly T[], { name, first, more }: Portions) {
  const [limit, setLimit] = useHistoryState(name, first);
  return {
    shown: things.slice(0, limit),
    total: things.length,
    showMore: () => setLimit(limit + more),
  };
}

type ShowMoreProps = { label: string; shown: number; total: number; onPress: () => void };

export function ShowMore({ label, shown, total, onPress }: ShowMoreProps) {
  if (shown >= total) return null;
  return (
    <Group justify="center" gap="md" className="screen-only">
      <Button variant="default" onClick={onPress}>
        {label}
      </Button>
      <Text c="dimmed" size="sm" className="tabular">
        {count(shown)} of {count(total)}
      </Text>
    </Group>
  );
}
