import { ActionIcon, Checkbox, Group, SegmentedControl, Slider } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRepeat } from '@tabler/icons-react';
import type { TimelapseOptions } from '#domain/timelapses.ts';
import styles from './timelapse-player.module.css';

type PlayerToolsProps = {
  look: TimelapseOptions;
  onLook: (look: TimelapseOptions) => void;
  playback: {
    index: number;
    isPlaying: boolean;
    goTo: (index: number) => void;
    toggle: () => void;
  };
  days: readonly string[];
  isLooping: boolean;
  onLooping: (isLooping: boolean) => void;
};

const SPEED_LABELS: { value: TimelapseOptions['speed']; label: string }[] = [
  { value: 'slow', label: 'Slow' },
  { value: 'normal', label: 'Normal' },
  { value: 'fast', label: 'Fast' },
];
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function PlayerTools(props: PlayerToolsProps) {
  const { look, onLook, playback, days, isLooping, onLooping } = props;
  const { index, isPlaying, goTo, toggle } = playback;
  const renderSwitch = (label: string, key: 'isAligned' | 'isEvened' | 'hasDays') => (
    <Checkbox
      label={label}
      checked={look[key]}
      onChange={(event) => onLook({ ...look, [key]: event.currentTarget.checked })}
    />
  );
  return (
    <div className={`${styles.tools} screen-only`}>
      <Group gap="sm" wrap="nowrap">
        <ActionIcon size="lg" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
          {isPlaying ? <IconPlayerPause {...ICON} /> : <IconPlayerPlay {...ICON} />}
        </ActionIcon>
        <Slider
          className={styles.time}
          min={0}
          max={days.length - 1}
          value={index}
          onChange={goTo}
          label={(at) => days[at]}
          thumbLabel="Week"
          thumbValueText={days[index] ?? ''}
        />
        <ActionIcon
          size="lg"
          variant={isLooping ? 'light' : 'subtle'}
          color={isLooping ? undefined : 'gray'}
          aria-label="Loop"
          aria-pressed={isLooping}
          onClick={() => onLooping(!isLooping)}
        >
          <IconRepeat {...ICON} />
        </ActionIcon>
      </Group>
      <Group gap="md">
        <SegmentedControl
          size="xs"
          aria-label="Speed"
          data={SPEED_LABELS}
          value={look.speed}
          onChange={(speed) => onLook({ ...look, speed })}
        />
        {renderSwitch('Aligned', 'isAligned')}
        {renderSwitch('Even brightness', 'isEvened')}
        {renderSwitch('Dates', 'hasDays')}
      </Group>
    </div>
  );
}
