import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import { IconDownload, IconMovie } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import type { FilmSize, Timelapse, TimelapseOptions } from '#domain/timelapses.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

/** Polling interval while the video is made. */
const POLL_MS = 1500;

const SIZES: readonly [size: FilmSize, label: string][] = [
  ['1080p', 'Full HD (1080p)'],
  ['4k', 'Up to 4K, if the photos are large enough'],
];

/** Same `scope` for creating and canceling, so that they run in order. */
const VIDEO_SCOPE = { id: 'film' };

type TimelapseVideoProps = { viewpointId: string; look: TimelapseOptions };

/** The video requested here, or one that was already being made. */
function useTimelapseVideo(played: TimelapseVideoProps) {
  const client = useQueryClient();
  const { queryKey, queryFn: ask } = api.timelapses.making.queryOptions({ input: played });
  const query = useQuery({
    queryKey,
    queryFn: async (context) => {
      const size = client.getQueryData(queryKey)?.film?.size;
      if (!size) return ask(context);
      return { film: await api.timelapses.prepare.call({ ...played, size }) };
    },
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.film?.state === 'making' ? POLL_MS : false),
  });
  const keep = (film: Timelapse | null) => {
    // An answer still in flight would be older.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { film });
  };
  const go = useMutation({
    mutationFn: (size: FilmSize) => api.timelapses.prepare.call({ ...played, size, again: true }),
    onSuccess: keep,
    scope: VIDEO_SCOPE,
  });
  const close = () => {
    keep(null);
    go.reset();
  };
  const cancel = useMutation({
    mutationFn: (size: FilmSize) => api.timelapses.cancel.call({ ...played, size }),
    onSettled: close,
    scope: VIDEO_SCOPE,
  });
  const film = query.data?.film;
  return { film, error: go.error ?? (film ? query.error : null), go, close, cancel };
}

export const TimelapseVideoButton = (played: TimelapseVideoProps) => (
  // Other settings make another video.
  <TimelapseVideo key={JSON.stringify(played)} {...played} />
);

function TimelapseVideo(played: TimelapseVideoProps) {
  const { film, error, go, close, cancel } = useTimelapseVideo(played);
  const size = go.variables ?? film?.size;
  if (!size) return <Choose onChoose={go.mutate} />;
  const isAsked = go.isPending;
  const isCancelled = film?.state === 'cancelled';
  if (!isAsked && (error || isCancelled || film?.state === 'failed')) {
    const why = isCancelled ? 'Cancelled.' : 'The film could not be made.';
    return (
      <Group gap="sm" role="alert">
        <Text size="sm">{error ? errorMessage(error) : why}</Text>
        <Button variant="default" size="compact-sm" onClick={() => go.mutate(size)}>
          {isCancelled && !error ? 'Go On' : 'Retry'}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={close}>
          Close
        </Button>
      </Group>
    );
  }
  return !isAsked && film?.url ? (
    <Button
      component="a"
      href={film.url}
      download={film.fileName}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      Download Film{film.bytes === null ? '' : `, ${byteSize(film.bytes)}`}
    </Button>
  ) : (
    <Making percent={isAsked ? 0 : (film?.percent ?? 0)} onCancel={() => cancel.mutate(size)} />
  );
}

const Choose = ({ onChoose }: { onChoose: (size: FilmSize) => void }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconMovie size={16} stroke={1.75} aria-hidden />}>
        Download Film
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {SIZES.map(([size, label]) => (
        <Menu.Item key={size} onClick={() => onChoose(size)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
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
