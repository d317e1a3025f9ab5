import { Alert, Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { counted } from '#web/lib/formats.ts';
import { oddDayText } from '#web/lib/odd-day.ts';
import { oddDays } from './odd-days.ts';

const MAX_NAMED = 3;

type OddDaysAlertProps = {
  files: readonly StaffFile[];
  timeZone: string;
  recordedDate: string | null;
  onOpen: (file: StaffFile) => void;
};

/** Says which photos are not of the day that the submission documents. */
export function OddDaysAlert({ files, timeZone, recordedDate, onOpen }: OddDaysAlertProps) {
  const odd = useMemo(
    () => oddDays(files, timeZone, recordedDate),
    [files, timeZone, recordedDate],
  );
  const rest = odd.length - MAX_NAMED;
  if (odd.length === 0) return null;
  return (
    <Alert color="yellow" p="xs" title="Photos of other days">
      {odd.slice(0, MAX_NAMED).map(({ day, count, first }) => (
        <Group key={day} gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {oddDayText({ day, count, name: first.fileName })}.
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            flex="none"
            aria-label={`View ${first.fileName}`}
            onClick={() => onOpen(first)}
          >
            View
          </Button>
        </Group>
      ))}
      {rest > 0 ? <Text size="sm">And photos of {counted(rest, 'more day')}.</Text> : null}
    </Alert>
  );
}
