import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { filmTime } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';
import classes from './video-moments.module.css';

type ChoosePosterProps = {
  file: StaffFile;
  /** Where the film stands, seconds. */
  moment: number;
  isDisabled: boolean;
  isBusy: boolean;
  onChoose: (seconds: number | null) => void;
};

/** The picture that stands for a video before it plays: of the moment at which it stands, or the product's own choice. */
export function ChoosePoster({ file, moment, isDisabled, isBusy, onChoose }: ChoosePosterProps) {
  const chooser = useRef<HTMLButtonElement>(null);
  const takeBack = () => {
    if (isBusy) return;
    // The button that was pressed goes with what it takes back.
    chooser.current?.focus();
    onChoose(null);
  };
  return (
    <section className={classes.poster} aria-label="Picture">
      <div className={classes.picture}>
        <Picture picture={file} alt="Picture of the video" sizes="9rem" />
      </div>
      <Stack gap="xs">
        <Text component="output" size="sm" c="dimmed">
          {stateOf(file)}
        </Text>
        <Group gap="xs">
          <Button
            ref={chooser}
            size="xs"
            variant="default"
            disabled={isDisabled}
            onClick={() => (isBusy ? null : onChoose(moment))}
          >
            Use This Moment as the Picture
          </Button>
          {file.posterSeconds === null ? null : (
            <Button size="xs" variant="subtle" onClick={takeBack}>
              Choose Automatically
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  );
}

function stateOf({ posterSeconds, isPosterPending, errorMessage }: StaffFile): string {
  if (isPosterPending) return 'The picture is being made…';
  if (errorMessage) return errorMessage;
  if (posterSeconds === null) return 'This picture was chosen automatically.';
  return `The picture shows the video at ${filmTime(posterSeconds)}.`;
}
