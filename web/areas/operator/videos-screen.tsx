import { Button, Stack } from '@mantine/core';
import { IconPlus, IconSearch, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { DeleteSubmission } from '#web/submissions/delete-submission.tsx';
import { findVideos, type VideoChoice, VideoTable } from '#web/submissions/videos/video-table.tsx';
import { abandonUploads } from '#web/files/uploads/upload-queues.ts';
import { STATUS_FILTERS } from '#web/submissions/submission-choices.ts';
import { api } from '#web/lib/api.ts';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { SearchAndStatus } from '#web/ui/filter-bar.tsx';
import { useHistoryState } from '#web/ui/history-state.ts';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { VideoDialog } from './video-dialog.tsx';

export function VideosScreen() {
  const [open, setOpen] = useState<StaffSubmission | 'new' | null>(null);
  const [deleting, setDeleting] = useState<StaffSubmission | null>(null);
  return (
    <Page
      title="Video Submissions"
      subtitle="Videos by project, and what clients can see"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
          New Video Submission
        </Button>
      }
    >
      <Videos onOpen={setOpen} onDelete={setDeleting} />
      <VideoDialog open={open} onClose={() => setOpen(null)} />
      <DeleteSubmission
        submission={deleting}
        failed="Failed to delete video submission"
        onDeleted={(id) => {
          abandonUploads(id);
          setDeleting(null);
        }}
        onClose={() => setDeleting(null)}
      />
    </Page>
  );
}

type VideosProps = {
  onOpen: (open: StaffSubmission | 'new') => void;
  onDelete: (submission: StaffSubmission) => void;
};

function Videos({ onOpen, onDelete }: VideosProps) {
  const query = useQuery(
    api.submissions.list.queryOptions({ input: { contentType: 'video_update' } }),
  );
  const [choice, setChoice] = useHistoryState<VideoChoice>('choice', {
    search: '',
    status: 'all',
  });
  if (query.isPending) return <TableSkeleton label="Loading video submissions" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load video content" query={query} />;
  }
  const videos = query.data.submissions;
  if (videos.length === 0) {
    return (
      <EmptyState
        icon={IconVideo}
        title="No video submissions yet"
        action={<Button onClick={() => onOpen('new')}>New Video Submission</Button>}
      >
        A video submission is one or more videos of a site, with a title and a summary.
      </EmptyState>
    );
  }
  const found = findVideos(videos, choice);
  return (
    <Stack gap="lg">
      <SearchAndStatus
        label="Search videos"
        choices={STATUS_FILTERS}
        value={choice}
        onChange={(changes) => setChoice({ ...choice, ...changes })}
      />
      {found.length === 0 ? (
        <EmptyState icon={IconSearch} title="No video submissions found." />
      ) : (
        <VideoTable submissions={found} onEdit={onOpen} onDelete={onDelete} />
      )}
    </Stack>
  );
}
