import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShare3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Project } from '#domain/projects.ts';
import type { Submission } from '#domain/submissions.ts';
import { CreateShareLink } from '#web/sharing/share-links/create-share-link.tsx';
import { previewPath, ROUTES } from '#web/lib/paths.ts';
import { BackLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import classes from './investor-preview.module.css';

type InvestorPreviewProps = { project: Project; submission: Submission };

const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
];

export function InvestorPreview({ project, submission }: InvestorPreviewProps) {
  const [width, setWidth] = useState('desktop');
  const [isSharing, dialog] = useDisclosure(false);
  const params = { projectId: project.id, submissionId: submission.id };
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.week} params={params}>
        Back to Week
      </BackLink>
      <Page
        title="Investor Preview"
        subtitle={`How ${submission.title} looks to someone with a share link`}
        actions={
          <Button leftSection={<IconShare3 size={16} aria-hidden />} onClick={dialog.open}>
            Create Share Link
          </Button>
        }
      >
        <Group justify="space-between" mb="sm">
          <Text c="dimmed" size="sm">
            Only you can see this page. It doesn't count as a view.
          </Text>
          <SegmentedControl
            visibleFrom="sm"
            aria-label="Preview width"
            data={WIDTHS}
            value={width}
            onChange={setWidth}
          />
        </Group>
        <Frame key={submission.id} submission={submission} isNarrow={width === 'phone'} />
      </Page>
      <CreateShareLink
        isOpen={isSharing}
        about={{ projectId: project.id, submissionId: submission.id }}
        onClose={dialog.close}
      />
    </Stack>
  );
}

function Frame({ submission, isNarrow }: { submission: Submission; isNarrow: boolean }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div className={classes.frame} data-narrow={isNarrow || undefined}>
      {isLoaded ? null : <Skeleton className={classes.waiting} aria-label="Loading preview" />}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts and pictures */}
      <iframe
        src={previewPath(submission.id)}
        title={`Preview of ${submission.title}`}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}
