import { Group, Text } from '@mantine/core';
import { accentColors, contrast, CONTRAST } from '#domain/colors.ts';
import classes from './picture-input.module.css';

const SCHEMES = [
  ['light', '#ffffff'],
  ['dark', '#16191f'],
] as const;

/** How a button and a link in this color look, and its contrast with white and dark. */
export function ColorContrast({ color }: { color: string }) {
  if (!/^#[\da-f]{6}$/i.test(color)) return null;
  const schemes = accentColors(color);
  const ratios = SCHEMES.map(([, background]) => contrast(color, background));
  const [onWhite, onDark] = ratios.map((ratio) => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`);
  return (
    <div>
      <Group gap="xs" mt="xs">
        {SCHEMES.map(([scheme]) => {
          const { accent, filled, 'on-filled': text } = schemes[scheme];
          return (
            <div key={scheme} className={classes[scheme]}>
              <span className={classes.button} style={{ background: filled, color: text }}>
                Button
              </span>
              <span style={{ color: accent }}>Link</span>
            </div>
          );
        })}
      </Group>
      <Text c="dimmed" mt={4}>
        Contrast: {onWhite} on white, {onDark} on dark.
        {Math.min(...ratios) < CONTRAST.text
          ? ` Links get a darker or lighter shade where it is below ${CONTRAST.text}:1.`
          : ''}
      </Text>
    </div>
  );
}
