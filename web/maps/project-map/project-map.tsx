import { Alert, Button, Group, Text, useComputedColorScheme } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Project } from '#domain/projects.ts';
import type { SiteOrthophoto } from '#domain/rasters.ts';
import { unitsFor } from '#domain/units.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { useUnitsSetting } from '#web/lib/use-units.ts';
import { focusMessage, layersOf, markersOf } from './located.ts';
import classes from './project-map.module.css';
import { type FromFrame, readFromFrame, type ToFrame } from '#web/maps/drawing/frame/messages.ts';

/** How long the map page's script may take to report ready after the page has loaded. */
const READY_TIMEOUT_MS = 1500;

type MapFrameChannel = {
  /** Messages are queued until the map is ready. */
  send: (message: ToFrame) => void;
  close: () => void;
};

type Options = { onMessage: (message: FromFrame) => void; onFailure: () => void };

/** Exchanges messages with the map frame. Calls `onFailure` if its page or script doesn't load. */
function openMapFrame(
  frame: HTMLIFrameElement,
  { onMessage, onFailure }: Options,
): MapFrameChannel {
  const origin = window.location.origin;
  let waiting: ToFrame[] | null = [];
  let timer = 0;
  const post = (message: ToFrame) => frame.contentWindow?.postMessage(message, origin);
  const onWindowMessage = (event: MessageEvent<unknown>) => {
    const message = readFromFrame(event, { source: frame.contentWindow, origin });
    if (!message) return;
    if (message.type === 'map:ready') {
      const kept = waiting ?? [];
      waiting = null;
      for (const each of kept) post(each);
    }
    onMessage(message);
  };
  const onLoad = () => {
    timer = window.setTimeout(() => {
      if (waiting) onFailure();
    }, READY_TIMEOUT_MS);
  };
  window.addEventListener('message', onWindowMessage);
  frame.addEventListener('load', onLoad);
  return {
    send: (message) => {
      if (waiting) waiting.push(message);
      else post(message);
    },
    close: () => {
      window.clearTimeout(timer);
      window.removeEventListener('message', onWindowMessage);
      frame.removeEventListener('load', onLoad);
    },
  };
}

/** A request to zoom to a project; `at` makes repeated requests distinct. */
export type Focus = { project: Project; at: number };

type ProjectMapProps = {
  /** Undefined while loading. The map doesn't move until they are loaded. */
  projects: readonly Project[] | undefined;
  /** Undefined while loading. A focus request waits for them. */
  orthophotos: readonly SiteOrthophoto[] | undefined;
  selectedId: string | undefined;
  focus: Focus | null;
  onSelect: (projectId: string) => void;
  /** Of settings that aren't saved. */
  preview?: string | undefined;
};

type Failure = { message: string | null };

/** Everything on the map is also in the list next to it, for keyboards and screen readers. */
export function ProjectMap(props: ProjectMapProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isGone, setGone] = useState(false);
  const retry = () => {
    setFailure(null);
    setGone(false);
    setAttempt((before) => before + 1);
  };
  return (
    <div>
      {failure ? (
        <Alert
          color="red"
          icon={<IconMapOff aria-hidden />}
          title="Failed to load map"
          mb="sm"
          role="alert"
        >
          <Group justify="space-between" gap="sm">
            <Text>{failure.message ?? 'Failed to load map token'}</Text>
            <Button variant="default" size="xs" onClick={retry}>
              Retry
            </Button>
          </Group>
        </Alert>
      ) : null}
      <div className={classes.frame}>
        {isGone ? null : (
          <MapFrame
            key={attempt}
            {...props}
            onFailure={setFailure}
            onGone={() => {
              setGone(true);
              setFailure({ message: MAP_UNAVAILABLE });
            }}
          />
        )}
      </div>
    </div>
  );
}

const MAP_UNAVAILABLE = "The map can't be loaded right now. You can still use the project list.";

type MapFrameProps = ProjectMapProps & {
  onFailure: (failure: Failure) => void;
  onGone: () => void;
};

function MapFrame(props: MapFrameProps) {
  const { projects, orthophotos, selectedId, focus, preview, ...events } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<MapFrameChannel | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const isDark = useComputedColorScheme() === 'dark';
  const markers = useMemo(() => projects && markersOf(projects), [projects]);
  const isKnown = useEffectEvent(
    (id: string) => projects?.some((project) => project.id === id) ?? false,
  );
  const onSelect = useEffectEvent((id: string) => isKnown(id) && events.onSelect(id));
  const onFailure = useEffectEvent(events.onFailure);
  const onGone = useEffectEvent(events.onGone);
  const onMoved = useEffectEvent((id: string) =>
    setMoved(projects?.find((project) => project.id === id)?.name ?? null),
  );

  useEffect(() => {
    if (!frame.current) return;
    const opened = openMapFrame(frame.current, {
      onFailure: () => onGone(),
      onMessage: (message) => {
        if (message.type === 'map:selected') onSelect(message.projectId);
        if (message.type === 'map:failed') onFailure(message);
        if (message.type === 'map:moved') onMoved(message.projectId);
      },
    });
    channel.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => channel.current?.send({ type: 'map:scheme', isDark }), [isDark]);
  const shown = projects?.find(({ id }) => id === selectedId) ?? projects?.[0];
  const units = unitsFor(useUnitsSetting().choice, shown?.units ?? 'us');
  useEffect(() => channel.current?.send({ type: 'map:units', units }), [units]);
  useEffect(() => {
    if (markers) channel.current?.send({ type: 'map:markers', markers });
  }, [markers]);
  useEffect(
    () => channel.current?.send({ type: 'map:select', projectId: selectedId ?? null }),
    [selectedId, markers],
  );
  useEffect(() => {
    if (!projects || !orthophotos) return;
    const layers = layersOf(projects, orthophotos);
    channel.current?.send({ type: 'map:orthophotos', orthophotos: layers });
  }, [projects, orthophotos]);
  const moveToFocus = useEffectEvent(({ project }: Focus) => {
    const message = focusMessage(project, orthophotos ?? []);
    if (!message) return;
    channel.current?.send(message);
    frame.current?.scrollIntoView({ block: 'nearest' });
  });
  const areSitesKnown = orthophotos !== undefined;
  useEffect(() => {
    if (focus && areSitesKnown) moveToFocus(focus);
  }, [focus, areSitesKnown]);

  return (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page needs scripts and its origin, and a sandbox that allows both protects nothing */}
      <iframe
        ref={frame}
        src={ADDRESSES.mapFrame + (preview ? `?preview=${preview}` : '')}
        title="Map of your projects"
        className={classes.map}
      />
      <output className="visually-hidden">{moved ? `The map shows ${moved}.` : ''}</output>
    </>
  );
}
