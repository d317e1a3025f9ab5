import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { CONTENT_TYPE_CHOICES } from '#web/features/submissions/content-types.ts';
import { uploadQueueOf } from '#web/features/uploads/queue/upload-queues.ts';
import { UploadZone } from '#web/features/uploads/upload-zone.tsx';
import { card } from '#web/features/visit/card.ts';
import type { CardPhoto } from '#web/features/visit/reading/card-photo.ts';
import { refuse } from '#web/features/visit/sift.ts';
import { useCard, VisitList } from '#web/features/visit/visit-list.tsx';
import { counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { cardHandles, forgetCard, rememberCard, takeCard, useKeptCard } from './kept-card.ts';

/** From a memory card to drafts: what was dropped, by visits, to check before anything is uploaded. */
export function CardScreen() {
  const navigate = useNavigate();
  const begunFor = useSearch({ strict: false, select: ({ project }) => project ?? null });
  const { stage } = useCard();
  const kept = useKeptCard();
  const [created, setCreated] = useState<readonly StaffSubmission[]>([]);
  const isEmpty = stage === 'empty';

  const onCreated = (
    submission: StaffSubmission,
    photos: readonly CardPhoto[],
    visit: readonly CardPhoto[],
  ) => {
    uploadQueueOf(submission.id).add(card.filesOf(photos), cardHandles());
    card.remove(visit);
    if (refuse(card.snapshot().photos).usable.length > 0) {
      void rememberCard();
      return setCreated((before) => [...before, submission]);
    }
    forgetCard();
    void navigate({ to: ROUTES.submission, params: { submissionId: submission.id } });
  };

  return (
    <Page
      title="New from Card"
      subtitle="Drop a memory card, check what was found, and create the drafts"
      actions={
        isEmpty ? null : (
          <Button variant="default" onClick={forgetCard}>
            Discard
          </Button>
        )
      }
    >
      <UploadZone isCompact={!isEmpty} onGathered={takeCard} />
      {kept.isAtRisk ? (
        <Text size="sm" c="dimmed">
          After a reload this browser cannot read the files again. Create the drafts first.
        </Text>
      ) : null}
      {kept.missing.length > 0 ? <Missing kept={kept} /> : null}
      <Created submissions={created} />
      {isEmpty ? null : (
        <VisitList begunFor={begunFor} types={CONTENT_TYPE_CHOICES} onCreated={onCreated} />
      )}
    </Page>
  );
}

/** Files that were being checked when the page was left, and are not on the card again. */
function Missing({ kept }: { kept: ReturnType<typeof useKeptCard> }) {
  const { missing, canContinue, goOn, forget } = kept;
  const names = missing.slice(0, 3).map(({ name }) => name);
  const rest = missing.length - names.length;
  return (
    <Alert color="yellow" title="A card was being checked here">
      <Text size="sm" mb="sm">
        {counted(missing.length, 'file')} had not gone into a draft yet: {names.join(', ')}
        {rest > 0 ? ` and ${rest} more` : ''}.{canContinue ? '' : ' Drop the card again to go on.'}
      </Text>
      <Group gap="xs">
        {canContinue ? (
          <Button size="xs" onClick={() => void goOn()}>
            Read the card again
          </Button>
        ) : null}
        <Button size="xs" variant="default" onClick={forget}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}

/** The drafts that were made of this card so far; their files are on their way. */
function Created({ submissions }: { submissions: readonly StaffSubmission[] }) {
  if (submissions.length === 0) return null;
  return (
    <Alert color="green" title={submissions.length === 1 ? 'Draft created' : 'Drafts created'}>
      <Stack gap="xs">
        {submissions.map(({ id, title, projectName }) => (
          <Group key={id} justify="space-between" gap="xs">
            <Text size="sm">
              {projectName} · {title}
            </Text>
            <ButtonLink
              size="xs"
              variant="default"
              to={ROUTES.submission}
              params={{ submissionId: id }}
            >
              Open draft
            </ButtonLink>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
