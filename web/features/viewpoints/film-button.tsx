import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconMovie } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilmSize, Timelapse, TimelapseLook } from '#domain/timelapses.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { storageSize } from '#web/lib/formats.ts';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { LazyLayer } from '#web/ui/lazy-layer.tsx';

/** How often it is asked how far a film is, milliseconds. */
const ASK_AGAIN_MS = 1500;

const FilmSizes = lazyPart(() => import('./film-sizes.tsx'), 'FilmSizes');

type FilmButtonProps = { viewpointId: string; look: TimelapseLook };
type Wanted = FilmButtonProps & { size: FilmSize };

/** Has a film made, or gone on with; what is known of it is kept for those who ask how far it is. */
function useStart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) => api.timelapses.prepare.call({ ...wanted, again: true }),
    onSuccess: (film, wanted) =>
      client.setQueryData(api.timelapses.prepare.queryKey({ input: wanted }), film),
  });
}

/**
 * The film that was being made when somebody came to the page, or back to it. Asked for once: a film that is ready since
 * stays on the page.
 */
function useInTheMaking(played: FilmButtonProps) {
  const client = useQueryClient();
  const options = api.timelapses.making.queryOptions({ input: played });
  const { data } = useQuery({ ...options, retry: false, staleTime: 'static', gcTime: 0 });
  const found: Wanted | null = data?.size ? { ...played, size: data.size } : null;
  return { found, forget: () => client.setQueryData(options.queryKey, { size: null }) };
}

/** The time-lapse as a film to send on: made when asked for, in the look that it is played in. */
export function FilmButton({ viewpointId, look }: FilmButtonProps) {
  const start = useStart();
  const { found, forget } = useInTheMaking({ viewpointId, look });
  const asked = start.variables;
  // In another look it is another film.
  const isAsked = asked && JSON.stringify(asked.look) === JSON.stringify(look);
  const wanted = isAsked ? asked : found;
  const close = () => {
    forget();
    start.reset();
  };
  if (wanted) {
    const begun = isAsked ? start : null;
    return <Film {...{ wanted, begun }} onGo={() => start.mutate(wanted)} onClose={close} />;
  }
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
      {(button) => (
        <FilmSizes onChoose={(size) => start.mutate({ viewpointId, look, size })}>
          {button}
        </FilmSizes>
      )}
    </LazyLayer>
  );
}

type FilmProps = {
  wanted: Wanted;
  /** Null for a film that was being made already. */
  begun: ReturnType<typeof useStart> | null;
  onGo: () => void;
  onClose: () => void;
};

function Film({ wanted, begun, onGo, onClose }: FilmProps) {
  const client = useQueryClient();
  const options = api.timelapses.prepare.queryOptions({ input: wanted });
  const query = useQuery({
    ...options,
    enabled: !begun || begun.isSuccess,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? ASK_AGAIN_MS : false),
  });
  const cancel = useMutation(
    api.timelapses.cancel.mutationOptions({
      onSuccess: (film) => client.setQueryData(options.queryKey, film),
      onSettled: onClose,
    }),
  );
  const film = begun?.isPending ? undefined : query.data;
  const error = begun?.error ?? (begun?.isPending ? null : query.error);
  if (error || film?.state === 'failed' || film?.state === 'cancelled') {
    const isCancelled = !error && film?.state === 'cancelled';
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
    <Making percent={film?.percent ?? 0} onCancel={() => cancel.mutate(wanted)} />
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
