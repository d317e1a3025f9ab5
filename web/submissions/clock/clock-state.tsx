import { Badge } from '@mantine/core';
import { readClock, type StaffClock } from '#domain/publication-clock.ts';
import { useNow } from '#web/ui/use-now.ts';
import { CLOCK_COLORS, clockLabel } from './clock-text.ts';

export function ClockState({ clock }: { clock: StaffClock }) {
  const reading = readClock(clock, useNow());
  const text = clockLabel(reading);
  if (!reading || !text) return null;
  return (
    <Badge color={CLOCK_COLORS[reading.state]} variant="light" className="tabular" tt="none">
      {text}
    </Badge>
  );
}
