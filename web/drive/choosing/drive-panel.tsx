import { Card, Stack } from '@mantine/core';
import { useState } from 'react';
import { DriveGate } from '../connection/drive-gate.tsx';
import { useStartImport } from '../transfers/use-imports.ts';
import { FileChoice } from './file-choice.tsx';
import { FolderTrail } from './folder-trail.tsx';
import { LinkForm } from './link-form.tsx';
import { RecentFiles } from './recent-files.tsx';
import { TextLinks, type TextLinksProps } from './text-links.tsx';
import { type Looking, useLooking } from './use-looking.ts';

export type DrivePanelProps = {
  submissionId: string;
  timeZone: string;
  /** Videos alone are taken. */
  isForVideos?: boolean;
  /** Hears of the folder that a link leads to. */
  onFolder?: (url: string) => void;
} & TextLinksProps;

/** From a link to a file or folder of Google Drive to its photos, videos and documents, chosen and imported. */
export function DrivePanel(props: DrivePanelProps) {
  return (
    <Card padding="md">
      <DriveGate>{() => <Choosing {...props} />}</DriveGate>
    </Card>
  );
}

function Choosing(props: DrivePanelProps) {
  const { submissionId, timeZone, isForVideos = false, onFolder, contentText, copies } = props;
  const looking = useLooking({ submissionId, isForVideos, onFolder });
  const start = useStartImport(submissionId);
  const [isRecent, setRecent] = useState(false);
  const { found } = looking;
  const choice = { timeZone, isForVideos, isBusy: start.isPending };
  return (
    <Stack gap="md">
      <LinkForm looking={looking} isForVideos={isForVideos} />
      {found ? (
        <>
          <FolderTrail looking={looking} isForVideos={isForVideos} />
          <FileChoice
            // What was chosen in one folder is not chosen in the next.
            key={found.target.id}
            files={found.files}
            withFolders={found.withSubfolders}
            {...choice}
            onImport={(files) =>
              start.mutate({ ...sourceOf(found), files }, { onSuccess: looking.clear })
            }
          />
        </>
      ) : (
        <RecentFiles
          submissionId={submissionId}
          isOpen={isRecent}
          onOpen={setRecent}
          {...choice}
          onImport={(files) =>
            start.mutate({ ...NO_FOLDER, files }, { onSuccess: () => setRecent(false) })
          }
        />
      )}
      <TextLinks
        contentText={contentText}
        copies={copies}
        isBusy={start.isPending}
        onImport={(files) => start.mutate({ ...NO_FOLDER, files })}
      />
    </Stack>
  );
}

const NO_FOLDER = { source: null, subfolders: false };

/** Only a folder can have new files later. */
function sourceOf({ target, withSubfolders }: NonNullable<Looking['found']>) {
  const { id, kind, name, url } = target;
  return kind === 'folder' ? { source: { id, name, url }, subfolders: withSubfolders } : NO_FOLDER;
}
