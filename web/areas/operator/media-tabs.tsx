import { Skeleton, Stack, Tabs } from '@mantine/core';
import { IconBrandGoogleDrive, IconUpload } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { DrivePanelProps } from '#web/features/drive/choosing/drive-panel.tsx';
import { DriveImports } from '#web/features/drive/transfers/drive-imports.tsx';
import { UploadPanel } from '#web/features/uploads/upload-panel.tsx';
import { lazyPart } from '#web/lib/import-with-retry.ts';

// Most files come from a card.
const DrivePanel = lazyPart(
  () => import('#web/features/drive/choosing/drive-panel.tsx'),
  'DrivePanel',
);

export type MediaTab = 'upload' | 'drive';

type MediaTabsProps = DrivePanelProps & {
  tab: MediaTab;
  onTab: (tab: MediaTab) => void;
  /** Whether the submission has files already. */
  hasFiles: boolean;
};

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The ways in for files: from this computer, and from Google Drive. What goes on in one is seen in both. */
export function MediaTabs({ tab, onTab, hasFiles, ...drive }: MediaTabsProps) {
  const { submissionId, timeZone, isForVideos = false } = drive;
  return (
    <Stack gap="md">
      <Tabs value={tab} onChange={(next) => onTab(next === 'drive' ? 'drive' : 'upload')}>
        <Tabs.List mb="md">
          <Tabs.Tab value="upload" leftSection={<IconUpload {...ICON} />}>
            Upload Files
          </Tabs.Tab>
          <Tabs.Tab value="drive" leftSection={<IconBrandGoogleDrive {...ICON} />}>
            From Drive Link
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="upload">
          <UploadPanel submissionId={submissionId} hasFiles={hasFiles} isForVideos={isForVideos} />
        </Tabs.Panel>
        <Tabs.Panel value="drive">
          {tab === 'drive' ? (
            <Suspense fallback={<Skeleton height={160} aria-label="Loading Google Drive" />}>
              <DrivePanel {...drive} />
            </Suspense>
          ) : null}
        </Tabs.Panel>
      </Tabs>
      <DriveImports submissionId={submissionId} timeZone={timeZone} withPast={tab === 'drive'} />
    </Stack>
  );
}
