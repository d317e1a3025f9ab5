import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { byteSize } from '#domain/byte-size.ts';
import type { Timelapse } from '#domain/timelapses.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

type FilmStateProps = {
  /** Null or undefined: it was just asked for. */
  film: Timelapse | null | undefined;
  error: Error | null;
  onGo: () => void;
  onCancel: () => void;
  onClose: () => void;
};

/** A film that was asked for: how far it is, why it is not made, or where it is. */
export function FilmState({ film, error, onGo, onCancel, onClose }: FilmStateProps) {
  const isCancelled = !error && film?.state === 'cancelled';
  if (error || isCancelled || film?.state === 'failed') {
    const why = isCancelled ? 'Cancelled.' : 'The film could not be made.';
    return (
      <Stopped
        why={error ? errorMessage(error) : why}
        go={isCancelled ? 'Go On' : 'Retry'}
        onGo={onGo}
        onClose={onClose}
      />
    );
  }
  return film?.url ? (
    <Ready film={film} url={film.url} />
  ) : (
    <Making percent={film?.percent ?? 0} onCancel={onCancel} />
  );
}

type StoppedProps = { why: string; go: string; onGo: () => void; onClose: () => void };

const Stopped = ({ why, go, onGo, onClose }: StoppedProps) => (
  <Group gap="sm" role="alert">
    <Text size="sm">{why}</Text>
    <Button variant="default" size="compact-sm" onClick={onGo}>
      {go}
    </Button>
    <Button variant="subtle" size="compact-sm" onClick={onClose}>
      Close
    </Button>
  </Group>
);

const Ready = ({ film: { fileName, bytes }, url }: { film: Timelapse; url: string }) => (
  <Button
    component="a"
    href={url}
    download={fileName}
    leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
  >
    Download Film{bytes === null ? '' : `, ${byteSize(bytes)}`}
  </Button>
);

const Making = ({ percent, onCancel }: { percent: number; onCancel: () => void }) => (
  <Group gap="sm" aria-live="polite">
    <div style={{ minWidth: '11rem' }}>
      <Text size="sm" mb={4} className="tabular">
        Making the film: {percent} %
      </Text>
      <Progress value={Math.max(percent, 3)} aria-label="Making the film" />
    </div>
    <Button variant="default" size="compact-sm" onClick={onCancel}>
      Cancel
    </Button>
  </Group>
);
