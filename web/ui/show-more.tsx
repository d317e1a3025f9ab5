import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { count } from '#web/lib/formats.ts';

/** The first of many things, and more of them with every press. */
export function useShowMore<T>(things: readonly T[], first: number, more: number) {
  const [limit, setLimit] = useState(first);
  return {
    shown: things.slice(0, limit),
    total: things.length,
    showMore: () => setLimit(limit + more),
  };
}

type ShowMoreProps = { label: string; shown: number; total: number; onPress: () => void };

/** The button below a list that is not complete; nothing below one that is. */
export function ShowMore({ label, shown, total, onPress }: ShowMoreProps) {
  if (shown >= total) return null;
  return (
    <Group justify="center" gap="md">
      <Button variant="default" onClick={onPress}>
        {label}
      </Button>
      <Text c="dimmed" size="sm" className="tabular">
        {count(shown)} of {count(total)}
      </Text>
    </Group>
  );
}
