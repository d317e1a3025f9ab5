import { Modal, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { useEmbedding, useFolderField } from '#web/submissions/editor/filled-fields.ts';
import { useSubmissionForm } from '#web/submissions/editor/use-submission-form.ts';
import { CreateVideo } from '#web/submissions/videos/create-video.tsx';
import { LoadedVideos } from '#web/submissions/videos/loaded-videos.tsx';
import { VideoDetails } from '#web/submissions/videos/video-details.tsx';
import { api } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { type MediaTab, MediaTabs } from './media-tabs.tsx';

const TABS = { details: 'Content Details', media: 'Video Media' } as const;

const DIALOG = '[role="dialog"]';

/** Whether another dialog is open above the one in `root`. All of them receive the Escape key. */
function isCovered(root: HTMLElement | null): boolean {
  const own = root?.querySelector(DIALOG);
  if (!own) return false;
  return [...document.querySelectorAll(DIALOG)].some(
    (other) => own.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

type VideoDialogProps = {
  /** 'new' creates a submission; null closes the dialog. */
  open: StaffSubmission | 'new' | null;
  onClose: () => void;
};

export function VideoDialog({ open, onClose }: VideoDialogProps) {
  const title = open === 'new' ? 'New Video Submission' : 'Edit Video Submission';
  const isDirty = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const [isAsking, question] = useDisclosure(false);
  const close = () => {
    isDirty.current = false;
    question.close();
    onClose();
  };
  const leave = () => (isDirty.current ? question.open() : close());
  return (
    <>
      <Modal
        ref={root}
        opened={open !== null}
        onClose={() => (isCovered(root.current) ? null : leave())}
        title={title}
        size="xl"
      >
        {open === null ? null : (
          <Content
            key={open === 'new' ? open : open.id}
            open={open}
            onDirty={(dirty) => {
              isDirty.current = dirty;
            }}
            onSaved={close}
            onClose={leave}
          />
        )}
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard Changes"
        confirmLabel="Discard"
        isBusy={false}
        onConfirm={close}
        onClose={question.close}
      >
        <Text>This video submission has unsaved changes.</Text>
      </ConfirmDialog>
    </>
  );
}

type DirtyProps = { onDirty: (isDirty: boolean) => void; onSaved: () => void; onClose: () => void };
type ContentProps = DirtyProps & { open: StaffSubmission | 'new' };

function Content({ open, ...dirty }: ContentProps) {
  const [created, setCreated] = useState<StaffSubmission | null>(null);
  const submission = created ?? (open === 'new' ? null : open);
  if (submission) {
    return <Edit submission={submission} tab={created ? 'media' : 'details'} {...dirty} />;
  }
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <TabList isMediaReady={false} />
      <Tabs.Panel value="details" pt="md">
        <CreateVideo onCreated={setCreated} onCancel={dirty.onClose} />
      </Tabs.Panel>
    </Tabs>
  );
}

function TabList({ isMediaReady }: { isMediaReady: boolean }) {
  return (
    <Tabs.List>
      <Tabs.Tab value="details">{TABS.details}</Tabs.Tab>
      <Tabs.Tab value="media" disabled={!isMediaReady}>
        {TABS.media}
      </Tabs.Tab>
    </Tabs.List>
  );
}

type EditProps = DirtyProps & {
  submission: StaffSubmission;
  tab: keyof typeof TABS;
};

function Edit({ submission: given, tab, onDirty, onSaved, onClose }: EditProps) {
  const { id } = given;
  const stored = useQuery(api.submissions.get.queryOptions({ input: { id } }));
  const submission = stored.data ?? given;
  const { projectId, timeZone } = submission;
  const details = useSubmissionForm(submission, timeZone, 'Failed to save video submission');
  useEffect(() => onDirty(details.isDirty));
  const { embed, onCursor } = useEmbedding(details.form);
  const fillFolder = useFolderField(details.form);
  const [mediaTab, setMediaTab] = useState<MediaTab>('upload');
  const files = useQuery(api.files.list.queryOptions({ input: { submissionId: id } }));
  const list = files.data?.files;
  return (
    <Tabs defaultValue={tab} keepMounted={false}>
      <TabList isMediaReady />
      <Tabs.Panel value="details" pt="md">
        <VideoDetails
          submission={submission}
          details={details}
          onCursor={onCursor}
          onSaved={onSaved}
          onCancel={onClose}
        />
      </Tabs.Panel>
      <Tabs.Panel value="media" pt="md">
        <Stack gap="md">
          <MediaTabs
            tab={mediaTab}
            onTab={setMediaTab}
            projectId={projectId}
            submissionId={id}
            timeZone={timeZone}
            contentText={details.form.values.contentText}
            copies={submission.driveCopies}
            onFolder={fillFolder}
            hasFiles={list === undefined || list.length > 0}
            isForVideos
          />
          {list ? <LoadedVideos submissionId={id} files={list} onEmbed={embed} /> : null}
          {list || files.isError ? null : <Skeleton height={120} aria-label="Loading videos" />}
          {files.isError && !list ? (
            <LoadError title="Failed to load video content" query={files} />
          ) : null}
          {details.isDirty ? (
            <Text component="output" size="sm" c="dimmed">
              The content text has unsaved changes. Save them under {TABS.details}.
            </Text>
          ) : null}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
