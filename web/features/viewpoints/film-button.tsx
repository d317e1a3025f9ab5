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

/** What is cancelled at once has been asked for before. */
const IN_TURN = { id: 'film' };

type FilmButtonProps = { viewpointId: string; look: TimelapseLook };

/** The film of a look: the one that was asked for here, else the one that was being made when somebody came. */
function useFilm(played: FilmButtonProps) {
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
    refetchInterval: ({ state }) => (state.data?.film?.state === 'making' ? ASK_AGAIN_MS : false),
  });
  const keep = (film: Timelapse | null) => {
    // An answer that is on its way is older.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { film });
  };
  const go = useMutation({
    mutationFn: (size: FilmSize) => api.timelapses.prepare.call({ ...played, size, again: true }),
    onSuccess: keep,
    scope: IN_TURN,
  });
  const close = () => {
    keep(null);
    go.reset();
  };
  const cancel = useMutation({
    mutationFn: (size: FilmSize) => api.timelapses.cancel.call({ ...played, size }),
    onSettled: close,
    scope: IN_TURN,
  });
  const film = query.data?.film;
  return { film, error: go.error ?? (film ? query.error : null), go, close, cancel };
}

/** The time-lapse as a film to send on: made when asked for, in the look that it is played in. */
export const FilmButton = (played: FilmButtonProps) => (
  // In another look it is another film.
  <FilmOfLook key={JSON.stringify(played)} {...played} />
);

function FilmOfLook(played: FilmButtonProps) {
  const { film, error, go, close, cancel } = useFilm(played);
  const size = go.variables ?? film?.size;
  if (!size) return <Choose onChoose={go.mutate} />;
  const stopped = go.isPending ? null : (error ?? film?.state);
  if (stopped instanceof Error || stopped === 'failed' || stopped === 'cancelled') {
    const isCancelled = stopped === 'cancelled';
    const why = isCancelled ? 'Cancelled.' : 'The film could not be made.';
    return (
      <Stopped
        why={error ? errorMessage(error) : why}
        go={isCancelled ? 'Go On' : 'Retry'}
        onGo={() => go.mutate(size)}
        onClose={close}
      />
    );
  }
  return film?.url && !go.isPending ? (
    <Ready film={film} url={film.url} />
  ) : (
    <Making percent={film?.percent ?? 0} onCancel={() => cancel.mutate(size)} />
  );
}

const Choose = ({ onChoose }: { onChoose: (size: FilmSize) => void }) => (
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
    {(button) => <FilmSizes onChoose={onChoose}>{button}</FilmSizes>}
  </LazyLayer>
);

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
