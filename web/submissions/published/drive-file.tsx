import { Anchor, Button, Text } from '@mantine/core';
import { IconFile, IconFolder, IconPhoto, IconVideo, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { type DriveLink, isDriveFile } from '#domain/drive-links.ts';
import { drivePreviewPath } from '#web/lib/paths.ts';
import classes from './embedded-map.module.css';
import { isVideoLink } from './submission-contents.ts';

type DriveFileProps = { submissionId: string; link: DriveLink };

const HOST = 'drive.google.com';

function kindOf(link: DriveLink): [string, TablerIcon] {
  if (link.kind === 'folder') return ['Folder', IconFolder];
  if (!isDriveFile(link)) return ['Document', IconFile];
  return isVideoLink(link) ? ['Video', IconVideo] : ['Photo', IconPhoto];
}

/** A linked Google Drive file that wasn't imported. Nothing is loaded from Google before a click. */
export function DriveFile({ submissionId, link }: DriveFileProps) {
  const [isRequested, setRequested] = useState(false);
  const [kind, Icon] = kindOf(link);
  const name = link.name ?? `${kind} in Google Drive`;
  return (
    <figure className={classes.map}>
      <figcaption className={classes.driveHead}>
        <Icon size={20} stroke={1.5} aria-hidden className={classes.icon} />
        <div className={classes.what}>
          <Text fw={500}>{name}</Text>
          <Text c="dimmed" size="xs">
            {link.name ? `${kind} in Google Drive` : HOST}
          </Text>
        </div>
        <Anchor
          href={link.url}
          target="_blank"
          rel="noreferrer"
          size="sm"
          fw={500}
          className={classes.open}
        >
          Open in Google Drive<span className="visually-hidden">: {name}</span>
        </Anchor>
      </figcaption>
      {isVideoLink(link) ? (
        <div className={`${classes.driveFrame} screen-only`} data-asked={isRequested || undefined}>
          {isRequested ? (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page without scripts; the video in it has a sandbox
            <iframe
              src={drivePreviewPath(submissionId, link.id)}
              title={`Preview of ${name}`}
              allow="fullscreen"
            />
          ) : (
            <>
              <Text c="dimmed" size="sm">
                This video is on {HOST}. Nothing loads from there until you click the button.
              </Text>
              <Button
                variant="default"
                size="xs"
                className={classes.load}
                onClick={() => setRequested(true)}
              >
                Load video from {HOST}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </figure>
  );
}
