import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { dateTime } from '#domain/date-format.ts';
import { isActiveBuild, type MapBuild, SURFACE_NAME } from '#domain/map-builds.ts';
import { MIN_MAP_PHOTOS } from '#domain/map-estimate.ts';
import { may } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { residualText } from '#web/maps/residual-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { buildText, PRESETS } from './build-text.ts';
import { MakeMapDialog, type MakeMapProps } from './make-map-dialog.tsx';

type BuildsProps = Pick<MakeMapProps, 'submissionId' | 'photos'> & { timeZone: string };

/** Asking for a build makes the server ask its engine. */
const WATCH_MS = 10_000;

/** Nothing for submissions with too few photos. */
export function MapBuildsSection({ submissionId, photos, timeZone }: BuildsProps) {
  const query = useQuery(
    api.mapBuilds.list.queryOptions({
      input: { submissionId },
      refetchInterval: ({ state }) =>
        state.data?.builds.some((it) => isActiveBuild(it.state)) ? WATCH_MS : false,
    }),
  );
  if (photos.length < MIN_MAP_PHOTOS) return null;
  return (
    <Section title="Map">
      <Loaded query={query} failed="Failed to load the map builds" waiting={null}>
        {({ builds }) => <MapBuilds {...{ submissionId, photos, timeZone, builds }} />}
      </Loaded>
    </Section>
  );
}

function MapBuilds({ builds, ...about }: BuildsProps & { builds: MapBuild[] }) {
  const [newest, ...earlier] = builds;
  const engines = useQuery(api.engines.list.queryOptions()).data?.engines;
  const [isOpen, { open, close: onClose }] = useDisclosure(false);
  const isReady = about.photos.every(({ state }) => state !== 'processing');
  const retried = newest?.state === 'failed' || newest?.state === 'canceled' ? newest : null;
  return (
    <Stack gap="md">
      {newest ? (
        <NewestBuild build={newest} timeZone={about.timeZone} />
      ) : (
        <Text>No map of these photos yet.</Text>
      )}
      {engines?.length === 0 ? <NoEngine /> : null}
      {engines?.length && !(newest && isActiveBuild(newest.state)) ? (
        <Button variant="default" w="fit-content" onClick={open} disabled={!isReady}>
          {!isReady ? 'Processing Photos' : retried ? 'Try Again' : 'Make Map'}
        </Button>
      ) : null}
      {earlier.map((build) => (
        <Text key={build.id} size="sm" c="dimmed">
          {dateTime(build.createdAt, about.timeZone)} · {PRESETS[build.preset].label} ·{' '}
          {buildText(build)}
        </Text>
      ))}
      {isOpen && engines ? <MakeMapDialog {...{ ...about, engines, retried, onClose }} /> : null}
    </Stack>
  );
}

function NoEngine() {
  const { user } = useSession();
  if (!user || !may(user.role, 'settings.manage'))
    return <Text c="dimmed">An admin can add a map engine, which makes maps of photos.</Text>;
  return (
    <TextLink to={ROUTES.settingsSection} params={{ section: 'map' }} underline="always">
      Add a map engine to make maps of photos
    </TextLink>
  );
}

type NewestBuildProps = { build: MapBuild; timeZone: string };

function NewestBuild({ build, timeZone }: NewestBuildProps) {
  const { progress, lastLine, problem, unreachableSince, engineName, engineVersion } = build;
  const isActive = isActiveBuild(build.state);
  const [isOpen, { open, close }] = useDisclosure(false);
  const withToasts = useMutationToasts(api.mapBuilds.key());
  const toasts = withToasts('Building stopped', 'Failed to stop building', close);
  const cancel = useMutation(api.mapBuilds.cancel.mutationOptions(toasts));
  const maps = build.results.filter(({ name }) => name.endsWith('.tif')).length;
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text component="output" fw={500} {...(build.state === 'failed' && { c: 'var(--wrong)' })}>
          {buildText(build)}
        </Text>
        {isActive ? (
          <Button size="xs" variant="default" onClick={open}>
            Stop Building
          </Button>
        ) : null}
      </Group>
      {isActive ? <Progress value={progress ?? 0} aria-label="Progress of the map" /> : null}
      {isActive && lastLine ? (
        <Text size="xs" ff="monospace" truncate>
          {lastLine}
        </Text>
      ) : null}
      {isActive && unreachableSince ? (
        <Text size="sm">
          The engine hasn't answered since {dateTime(unreachableSince, timeZone)}; Overfly keeps
          trying. {problem}
        </Text>
      ) : null}
      {maps > 0 ? (
        <Anchor href="#maps" w="fit-content">
          {maps === 1 ? '1 map is ready' : `${maps} maps are ready`}
        </Anchor>
      ) : null}
      <Residual build={build} />
      <Text size="sm" c="dimmed">
        {PRESETS[build.preset].label} · {engineName} {engineVersion} ·{' '}
        {counted(build.photoCount, 'photo')} · {dateTime(build.createdAt, timeZone)}
      </Text>
      <ConfirmDialog
        isOpen={isOpen && isActive}
        title="Stop Building"
        confirmLabel="Stop Building"
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: build.id })}
        onClose={close}
      >
        The engine's work on this map will be lost.
      </ConfirmDialog>
    </Stack>
  );
}

/** How well the new surface model agrees with the one it was aligned to. */
function Residual({ build: { results, referenceFileId: earlierFileId } }: { build: MapBuild }) {
  const units = useUnits();
  const fileId = results.find(({ name }) => name === SURFACE_NAME)?.fileId;
  const input = fileId && earlierFileId ? { fileId, earlierFileId } : skipToken;
  const { data } = useQuery(api.maps.residual.queryOptions({ input, retry: false }));
  return data ? (
    <Text size="sm">Aligned to an earlier survey. {residualText(data.residual, units)}</Text>
  ) : null;
}
