import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconMap, IconMaximize } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { MAP_PROVIDER_NAMES } from '#domain/map-providers.ts';
import type { Submission } from '#domain/submissions.ts';
import { embeddedMapPath } from '#web/lib/paths.ts';
import classes from './embedded-map.module.css';

type SubmissionMap = Pick<
  Submission,
  'id' | 'title' | 'mapEmbedUrl' | 'mapProvider' | 'mapCoordinates'
>;

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A map from another website. Nothing is loaded from there before a click. */
export function EmbeddedMap({ submission }: { submission: SubmissionMap }) {
  const { id, title, mapEmbedUrl, mapProvider, mapCoordinates: place } = submission;
  const frame = useRef<HTMLDivElement>(null);
  // The URL rather than a flag, so that another map isn't loaded without a click.
  const [requestedUrl, setRequestedUrl] = useState<string | null>(null);
  if (mapEmbedUrl === null) return null;
  const host = new URL(mapEmbedUrl).hostname.replace(/^www\./, '');
  const name = mapProvider === 'custom' ? host : MAP_PROVIDER_NAMES[mapProvider];
  return (
    <figure className={classes.map}>
      <Group component="figcaption" justify="space-between" gap="xs" className={classes.head}>
        <div>
          <Text fw={500}>{title}</Text>
          <Text c="dimmed" size="xs" className="tabular">
            {name}
            {place ? ` · ${place.latitude}, ${place.longitude}` : ''}
          </Text>
        </div>
        <Group gap="xs" className="screen-only">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMaximize {...ICON} />}
            disabled={requestedUrl !== mapEmbedUrl}
            onClick={() => void frame.current?.requestFullscreen()}
          >
            Fullscreen
          </Button>
          <Button
            component="a"
            size="xs"
            variant="default"
            leftSection={<IconExternalLink {...ICON} />}
            href={mapEmbedUrl}
            target="_blank"
            rel="noreferrer"
          >
            Open in New Tab
          </Button>
        </Group>
      </Group>
      <div ref={frame} className={classes.frame}>
        {requestedUrl === mapEmbedUrl ? (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page without scripts; the map in it has a sandbox
          <iframe
            key={mapEmbedUrl}
            src={embeddedMapPath(id)}
            title={`Map of ${title}`}
            allow="fullscreen"
          />
        ) : (
          <div className={classes.question}>
            <IconMap size={32} stroke={1.25} aria-hidden />
            <Text c="dimmed" size="sm">
              This map is on {host}. Nothing loads from there until you click the button.
            </Text>
            <Button variant="default" onClick={() => setRequestedUrl(mapEmbedUrl)}>
              Load map from {host}
            </Button>
          </div>
        )}
      </div>
      {requestedUrl === mapEmbedUrl ? (
        <Text c="dimmed" size="xs" className={`${classes.hint} screen-only`}>
          Blank map? {host} might not allow its maps on other websites. Open the map in a new tab.
        </Text>
      ) : null}
    </figure>
  );
}
