import { Stack, Title } from '@mantine/core';
import type { ClockRecord } from '#domain/publication-clock.ts';
import { ClockRecordChart } from '#web/submissions/clock/clock-record.tsx';

/** How the promise was kept in the last weeks. */
export function ClockSection({ record }: { record: ClockRecord }) {
  return (
    <Stack component="section" gap="md" aria-labelledby="clocks">
      <Title order={2} id="clocks">
        36-Hour Clock
      </Title>
      <ClockRecordChart record={record} />
    </Stack>
  );
}
