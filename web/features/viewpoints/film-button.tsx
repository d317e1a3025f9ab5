import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconMovie } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilmSize } from '#domain/timelapse-plan.ts';
import type { Timelapse, TimelapseLook } from '#domain/timelapses.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { storageSize } from '#web/lib/formats.ts';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { LazyLayer } from '#web/ui/lazy-layer.tsx';

/** How often it is asked how far a film is, milliseconds. */
const ASK_AGAIN_MS = 1500;

const FilmSizes = lazyPart(() => import('./film-sizes.tsx'), 'FilmSizes');

type FilmButtonProps = { viewpointId: string; look: TimelapseLook };

/** The time-lapse as a film to send on: made when asked for, in the look that it is played in. */
export function FilmButton({ viewpointId, look }: FilmButtonProps) {
  const [size, choose] = useState<FilmSize | null>(null);
  if (size)
    return (
      <Film
        key={JSON.stringify(look)}
        {...{ viewpointId, look, size }}
        onClose={() => choose(null)}
      />
    );
  return (
    <LazyLayer
      button={
        <Button
          variant="default"
          leftSection={<IconMovie size={16} stroke={1.75} aria-hidden />}
          aria-haspopup="menu"
        >
          Download Film
        </Button>
      }
    >
      {(button) => <FilmSizes onChoose={choose}>{button}</FilmSizes>}
    </LazyLayer>
  );
}

type FilmProps = FilmButtonProps & { size: FilmSize; onClose: () => void };

function Film({ viewpointId, look, size, onClose }: FilmProps) {
  const client = useQueryClient();
  const input = { viewpointId, look, size };
  const options = api.timelapses.prepare.queryOptions({ input });
  const { data, error } = useQuery({
    ...options,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? ASK_AGAIN_MS : false),
  });
  const know = { onSuccess: (fresh: Timelapse) => client.setQueryData(options.queryKey, fresh) };
  const retry = useMutation(api.timelapses.prepare.mutationOptions(know));
  const cancel = useMutation(
    api.timelapses.cancel.mutationOptions({ ...know, onSettled: onClose }),
  );
  const isStopped = data?.state === 'failed' || data?.state === 'cancelled';
  if (error || isStopped) {
    const why = data?.state === 'cancelled' ? 'Cancelled.' : 'The film could not be made.';
    const go = data?.state === 'cancelled' ? 'Go On' : 'Retry';
    return (
      <Group gap="sm" role="alert">
        <Text size="sm">{error ? errorMessage(error) : why}</Text>
        {isStopped ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={retry.isPending}
            onClick={() => retry.mutate({ ...input, again: true })}
          >
            {go}
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      </Group>
    );
  }
  return data?.url ? (
    <Ready film={data} url={data.url} />
  ) : (
    <Making percent={data?.percent ?? 0} onCancel={() => cancel.mutate(input)} />
  );
}

const Ready = ({ film: { fileName, bytes }, url }: { film: Timelapse; url: string }) => (
  <Button
    component="a"
    href={url}
    download={fileName}
    leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
  >
    Download Film{bytes === null ? '' : `, ${storageSize(bytes)}`}
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
