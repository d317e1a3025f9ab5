import { SegmentedControl, useMantineColorScheme, Text } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';
import { UNITS_CHOICES, UNITS_LABELS } from '#domain/units.ts';
import { useUnitsSetting } from '#web/lib/use-units.ts';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

export function ThemeSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Theme">
      <SegmentedControl
        aria-label="Theme"
        data={[...SCHEMES]}
        value={colorScheme}
        onChange={setColorScheme}
      />
    </Section>
  );
}

const UNITS = UNITS_CHOICES.map((value) => ({ value, label: UNITS_LABELS[value] }));

export function UnitsSection() {
  const { choice, choose } = useUnitsSetting();
  return (
    <Section title="Units">
      <SegmentedControl aria-label="Units" data={UNITS} value={choice} onChange={choose} />
      <Text c="dimmed" size="sm" mt="xs">
        Projects in the United States use feet and acres; others are metric. Your choice applies to
        every map, measurement, report and export.
      </Text>
    </Section>
  );
}
