import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import { IconDownload, IconMovie } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import type { FilmSize, Timelapse, TimelapseOptions } from '#domain/timelapses.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

const POLL_MS = 1500;

const SIZE_LABELS: readonly [size: FilmSize, label: string][] = [
  ['1080p', 'Full HD (1080p)'],
  ['4k', 'Up to 4K, if the photos are large enough'],
];

/** Creating and canceling share this scope, so that they run in order. */
const VIDEO_SCOPE = { id: 'film' };

type TimelapseVideoProps = { viewpointId: string; look: TimelapseOptions };

/** The video requested here, or one that was already being created. */
function useTimelapseVideo(played: TimelapseVideoProps) {
  const client = useQueryClient();
  const { queryKey, queryFn: fetchCurrent } = api.timelapses.making.queryOptions({ input: played });
  const query = useQuery({
    queryKey,
    queryFn: async (context) => {
      const size = client.getQueryData(queryKey)?.film?.size;
      if (!size) return fetchCurrent(context);
      return { film: await api.timelapses.prepare.call({ ...played, size }) };
    },
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.film?.state === 'making' ? POLL_MS : false),
  });
  const store = (film: Timelapse | null) => {
    // A response that is still in flight would be outdated.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { film });
  };
  const start = useMutation({
    mutationFn: (size: FilmSize) => api.timelapses.prepare.call({ ...played, size, again: true }),
    onSuccess: store,
    scope: VIDEO_SCOPE,
  });
  const close = () => {
    store(null);
    start.reset();
  };
  const cancel = useMutation({
    mutationFn: (size: FilmSize) => api.timelapses.cancel.call({ ...played, size }),
    onSettled: close,
    scope: VIDEO_SCOPE,
  });
  const film = query.data?.film;
  return { film, error: start.error ?? (film ? query.error : null), start, close, cancel };
}

export const TimelapseVideoButton = (played: TimelapseVideoProps) => (
  // Different settings produce a different video.
  <TimelapseVideo key={JSON.stringify(played)} {...played} />
);

function TimelapseVideo(played: TimelapseVideoProps) {
  const { film, error, start, close, cancel } = useTimelapseVideo(played);
  const size = start.variables ?? film?.size;
  if (!size) return <SizeMenu onChoose={start.mutate} />;
  const isStarting = start.isPending;
  const isCancelled = film?.state === 'cancelled';
  if (!isStarting && (error || isCancelled || film?.state === 'failed')) {
    const reason = isCancelled ? 'Canceled.' : "The video couldn't be created.";
    return (
      <Group gap="sm" role="alert">
        <Text size="sm">{error ? errorMessage(error) : reason}</Text>
        <Button variant="default" size="compact-sm" onClick={() => start.mutate(size)}>
          {isCancelled && !error ? 'Resume' : 'Retry'}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={close}>
          Close
        </Button>
      </Group>
    );
  }
  return !isStarting && film?.url ? (
    <Button
      component="a"
      href={film.url}
      download={film.fileName}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      Download Video{film.bytes === null ? '' : `, ${byteSize(film.bytes)}`}
    </Button>
  ) : (
    <CreationProgress
      percent={isStarting ? 0 : (film?.percent ?? 0)}
      onCancel={() => cancel.mutate(size)}
    />
  );
}

const SizeMenu = ({ onChoose }: { onChoose: (size: FilmSize) => void }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconMovie size={16} stroke={1.75} aria-hidden />}>
        Download Video
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {SIZE_LABELS.map(([size, label]) => (
        <Menu.Item key={size} onClick={() => onChoose(size)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

const CreationProgress = ({ percent, onCancel }: { percent: number; onCancel: () => void }) => (
  <Group gap="sm" aria-live="polite">
    <div style={{ minWidth: '11rem' }}>
      <Text size="sm" mb={4} className="tabular">
        Creating the video: {percent}%
      </Text>
      <Progress value={Math.max(percent, 3)} aria-label="Creating the video" />
    </div>
    <Button variant="default" size="compact-sm" onClick={onCancel}>
      Cancel
    </Button>
  </Group>
);
