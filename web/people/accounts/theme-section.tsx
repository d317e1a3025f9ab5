import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

/** Light, dark, or as the system has it; kept in this browser. */
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
