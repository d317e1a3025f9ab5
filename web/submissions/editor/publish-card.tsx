import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconShare3 } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { useAcceptSubmission } from '../api.ts';
import { toast } from '#web/ui/toast.ts';
import type { Publication } from './publication.ts';
import { SubmissionBadge } from '../submission-badge.tsx';

type PublishCardProps = {
  submission: StaffSubmission;
  timeZone: string;
  publication: Publication | null;
  filesElsewhere: string[];
  /** Saves unsaved changes; publishing waits for it and stops if it resolves to false. */
  onBeforePublish: () => Promise<boolean>;
  onShare: () => void;
};

function usePublishing(onPublished: (submission: StaffSubmission) => void) {
  const queryClient = useQueryClient();
  const accept = useAcceptSubmission();
  const publish = useMutation(
    api.submissions.publish.mutationOptions({
      onSuccess: async (submission) => {
        onPublished(submission);
        await accept(submission);
      },
      onError: async (error) => {
        toast.failure('Failed to save content', error);
        // More files taken elsewhere may have been added.
        await queryClient.invalidateQueries({ queryKey: api.submissions.elsewhere.key() });
      },
    }),
  );
  const unpublish = useMutation(
    api.submissions.unpublish.mutationOptions({
      onSuccess: async (submission) => {
        toast.success('Unpublished', 'Clients and people with a share link can no longer see it.');
        await accept(submission);
      },
      onError: (error) => toast.failure('Failed to save content', error),
    }),
  );
  return { publish, unpublish };
}

export function PublishCard(props: PublishCardProps) {
  const { submission, timeZone, publication, filesElsewhere, onBeforePublish, onShare } = props;
  const { id, status, publishedAt } = submission;
  const isPublished = status === 'published';
  const [isAsking, question] = useDisclosure(false);
  const { publish, unpublish } = usePublishing(() =>
    toast.success('Published', `Clients can now see ${publication?.contents ?? 'it'}.`),
  );
  const publishNow = async () => {
    question.close();
    if (await onBeforePublish()) publish.mutate({ id, filesElsewhere });
  };
  const warnings = publication?.warnings ?? [];
  return (
    <Section title="Publication" action={<SubmissionBadge status={status} />}>
      <Stack gap="md">
        <div>
          <Text>{contentsText(publication, isPublished)}</Text>
          {publishedAt ? (
            <Text c="dimmed" size="sm" className="tabular">
              Published {dateTime(publishedAt, timeZone)}
            </Text>
          ) : null}
        </div>
        {isPublished || publication?.obstacle ? null : <Warnings warnings={warnings} />}
        {isPublished ? (
          <PublishedActions
            submission={submission}
            isBusy={unpublish.isPending}
            onShare={onShare}
            onUnpublish={question.open}
          />
        ) : (
          <PublishButton
            publication={publication}
            isBusy={publish.isPending}
            onPublish={() => (warnings.length > 0 ? question.open() : void publishNow())}
          />
        )}
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={isPublished ? 'Unpublish' : 'Publish'}
        confirmLabel={isPublished ? 'Unpublish' : 'Publish Anyway'}
        isBusy={false}
        onConfirm={() => {
          if (!isPublished) return void publishNow();
          question.close();
          unpublish.mutate({ id });
        }}
        onClose={question.close}
      >
        {isPublished ? (
          <Text>
            <strong>{submission.title}</strong> will be hidden from clients and share links. Its
            files are kept, and you can publish it again.
          </Text>
        ) : (
          <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
            {warnings.map((warning) => (
              <Text key={warning}>{warning}</Text>
            ))}
          </Stack>
        )}
      </ConfirmDialog>
    </Section>
  );
}

type PublishedActionsProps = {
  submission: StaffSubmission;
  isBusy: boolean;
  onShare: () => void;
  onUnpublish: () => void;
};

function PublishedActions({ submission, isBusy, onShare, onUnpublish }: PublishedActionsProps) {
  const { id, projectId } = submission;
  return (
    <Stack gap="xs">
      <Group gap="xs" grow>
        <ButtonLink
          variant="default"
          leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
          to={ROUTES.week}
          params={{ projectId, submissionId: id }}
        >
          Client View
        </ButtonLink>
        <Button
          variant="default"
          leftSection={<IconShare3 size={16} stroke={1.75} aria-hidden />}
          onClick={onShare}
        >
          Share
        </Button>
      </Group>
      <Button variant="subtle" color="red" loading={isBusy} onClick={onUnpublish}>
        Unpublish
      </Button>
    </Stack>
  );
}

type PublishButtonProps = {
  publication: Publication | null;
  isBusy: boolean;
  onPublish: () => void;
};

function PublishButton({ publication, isBusy, onPublish }: PublishButtonProps) {
  const obstacle = publication?.obstacle ?? null;
  return (
    <div>
      <Button
        fullWidth
        disabled={publication === null || obstacle !== null}
        aria-describedby={obstacle ? 'publish-obstacle' : undefined}
        loading={isBusy}
        onClick={onPublish}
      >
        Publish
      </Button>
      {obstacle ? (
        <Text id="publish-obstacle" c="dimmed" size="sm" mt="xs">
          {obstacle}
        </Text>
      ) : null}
    </div>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Alert key={warning} color="yellow" p="xs" style={{ overflowWrap: 'anywhere' }}>
      {warning}
    </Alert>
  ));
}

function contentsText(publication: Publication | null, isPublished: boolean): string {
  if (!publication) return 'Checking the files…';
  if (!publication.contents) return 'Nothing for clients to see yet.';
  return isPublished
    ? `Clients see ${publication.contents}.`
    : `Clients will see ${publication.contents}.`;
}
