import { Skeleton, Stack, Tabs } from '@mantine/core';
import { IconBrandGoogleDrive, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { DrivePanelProps } from '#web/drive/choosing/drive-panel.tsx';
import { DriveImports } from '#web/drive/transfers/drive-imports.tsx';
import { UploadPanel } from '#web/files/uploads/upload-panel.tsx';
import { api } from '#web/lib/api.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { useStorageHint } from '#web/lib/storage-hint.ts';
import { Hint } from '#web/ui/hint.tsx';

// Loaded on demand, because most files come from a card.
const DrivePanel = lazyComponent(() => import('#web/drive/choosing/drive-panel.tsx'), 'DrivePanel');

export type MediaTab = 'upload' | 'drive';

type MediaTabsProps = DrivePanelProps & {
  projectId: string;
  tab: MediaTab;
  onTab: (tab: MediaTab) => void;
  hasFiles: boolean;
};

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export function MediaTabs({ projectId, tab, onTab, hasFiles, ...drive }: MediaTabsProps) {
  const { submissionId, timeZone, isForVideos = false } = drive;
  const project = useQuery(api.projects.get.queryOptions({ input: { id: projectId } }));
  const hint = useStorageHint(project.data?.companyId);
  return (
    <Stack gap="md">
      <Hint hint={hint} />
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
