import { Alert, Button, Group, Stack, Text, List } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { CONTENT_TYPE_CHOICES } from '#web/submissions/submission-choices.ts';
import { unfinishedRecords, uploadQueueOf } from '#web/files/uploads/upload-queues.ts';
import { UploadZone } from '#web/files/uploads/upload-zone.tsx';
import { card, type CardSnapshot } from '#web/submissions/card/card.ts';
import { groupByDraft, type LeftOver, splitRefused } from '#web/submissions/card/split-files.ts';
import type { CardPhoto } from '#web/submissions/card/reading/card-photo.ts';
import type { VisitCardProps } from '#web/submissions/card/visit-card.tsx';
import { useCard, VisitList } from '#web/submissions/card/visit-list.tsx';
import { client, errorCode } from '#web/lib/api.ts';
import { counted, count } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toast.ts';
import { clearCard, saveCard, addToCard, useSavedCard } from './saved-card.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { groupBy } from '#domain/group-by.ts';
import { fileKey } from '#web/files/uploads/picked-files.ts';
import { STANDALONE, type UploadRecord } from '#web/files/uploads/upload-records.ts';
import type { InterruptedDraft } from '#web/submissions/card/proposal.ts';
import type { SavedCardFile } from './card-memory.ts';

const NONE: readonly InterruptedDraft[] = [];

/** Drafts whose uploads were interrupted in this browser. Loaded again when the number of files on the card changes. */
function useInterruptedDrafts(files: number): readonly InterruptedDraft[] {
  const { data } = useQuery({
    queryKey: ['interrupted drafts', files],
    queryFn: async () => {
      const homes = groupBy(await unfinishedRecords(), ({ home }) => home);
      const drafts = [...homes].filter(([home]) => home !== STANDALONE).map(draftOf);
      return (await Promise.all(drafts)).flatMap((draft) => draft ?? []);
    },
    enabled: files > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

async function draftOf([id, records]: [
  string,
  readonly UploadRecord[],
]): Promise<InterruptedDraft | null> {
  const fileKeys = new Set(records.map(fileKey));
  try {
    const { status, projectId } = await client.submissions.get({ id });
    if (status !== 'draft') return null;
    const hasFile: InterruptedDraft['hasFile'] = ({ name, size, modifiedAt }) =>
      fileKeys.has(fileKey({ name, size, lastModified: modifiedAt }));
    return { id, projectId, hasFile };
  } catch {
    // The draft was deleted or there is no connection, so propose nothing.
    return null;
  }
}

export function CardScreen() {
  const navigate = useNavigate();
  const forProjectId = useSearch({ strict: false, select: ({ project }) => project ?? null });
  const { stage, files } = useCard();
  const interrupted = useInterruptedDrafts(files);
  const kept = useSavedCard();
  const [created, setCreated] = useState<readonly StaffSubmission[]>([]);
  const isEmpty = stage === 'empty';

  const onCreated: VisitCardProps['onCreated'] = async (submission, photos, aside) => {
    const { id } = submission;
    const adding = uploadQueueOf(id).add(card.filesOf(photos), { submissionId: id });
    card.setDraft(submission, photos, aside);
    if (hasUsable(card.snapshot())) {
      void saveCard();
      return setCreated((before) => [...before.filter((each) => each.id !== id), submission]);
    }
    clearCard();
    await adding;
    await navigate({ to: ROUTES.submission, params: { submissionId: id } });
  };
  const addLeftOvers = async ({ submissionId, title }: LeftOver, photos: readonly CardPhoto[]) => {
    try {
      await client.submissions.get({ id: submissionId });
    } catch (error) {
      if (errorCode(error) !== 'SUBMISSION_NOT_FOUND') {
        return toast.failure(`Failed to add files to ${title}`, error);
      }
      card.restoreSetAside(submissionId);
      toast.error(`${title} was deleted`, 'Choose another draft for these files.');
      return saveCard();
    }
    await uploadQueueOf(submissionId).add(card.filesOf(photos), { submissionId });
    card.remove(photos);
    toast.success(`${counted(photos.length, 'file')} added to ${title}`);
    await saveCard();
  };

  return (
    <Page
      title="New from Card"
      subtitle="Drop a memory card, check what was found, and create the drafts"
      actions={
        isEmpty ? null : (
          <Button variant="default" onClick={clearCard}>
            Discard
          </Button>
        )
      }
    >
      <UploadZone isCompact={!isEmpty} onGathered={(gathered) => void addToCard(gathered)} />
      {kept.isAtRisk ? (
        <Text size="sm" c="dimmed">
          Create the drafts before you reload this page. After a reload, this browser can't read the
          files again.
        </Text>
      ) : null}
      {kept.missing.length > 0 ? <MissingFiles kept={kept} /> : null}
      <Created submissions={created} />
      {isEmpty ? null : (
        <VisitList
          types={CONTENT_TYPE_CHOICES}
          {...{ forProjectId, interrupted, onCreated }}
          onAdd={(draft, photos) => void addLeftOvers(draft, photos)}
        />
      )}
    </Page>
  );
}

const hasUsable = ({ photos, leftOvers }: CardSnapshot): boolean =>
  photos.some(({ path }) => leftOvers.get(path)?.canReturn) ||
  splitRefused(photos.filter(({ path }) => !leftOvers.has(path))).usable.length > 0;

function Created({ submissions }: { submissions: readonly StaffSubmission[] }) {
  if (submissions.length === 0) return null;
  return (
    <Alert color="green" title="Drafts from this card">
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
              Open Draft
            </ButtonLink>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

const INITIAL_COUNT = 5;

function MissingFiles({ kept }: { kept: ReturnType<typeof useSavedCard> }) {
  const { missing, canContinue, readAgain, forget } = kept;
  const left = missing.flatMap((file) => (file.left ? [{ ...file, left: file.left }] : []));
  const others = missing.filter((file) => !file.left);
  return (
    <Alert
      color="yellow"
      title={`${counted(missing.length, 'file')} from a card ${missing.length === 1 ? 'was' : 'were'} not uploaded`}
    >
      <Stack gap="sm">
        {others.length > 0 ? <Names title="Not in a draft yet" files={others} /> : null}
        {groupByDraft(left).map((files) => (
          <Names
            key={files[0]?.left.submissionId}
            title={`Set aside from ${files[0]?.left.title}`}
            files={files}
          />
        ))}
        {canContinue ? null : <Text size="sm">Drop the card again to continue.</Text>}
        <Group gap="xs">
          {canContinue ? (
            <Button size="xs" onClick={() => void readAgain()}>
              Read the Card Again
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={forget}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

type NamesProps = { title: string; files: readonly (SavedCardFile & { left?: LeftOver })[] };

function Names({ title, files }: NamesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? files : files.slice(0, INITIAL_COUNT);
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" listStyleType="none">
        {shown.map(({ name, size, lastModified, left }) => (
          <List.Item key={`${name} ${size} ${lastModified}`}>
            {name}
            {left ? (
              <Text span inherit c="dimmed">
                {' '}
                {left.message}
              </Text>
            ) : null}
          </List.Item>
        ))}
      </List>
      {files.length > shown.length ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          Show {count(files.length - shown.length)} more
        </Button>
      ) : null}
    </section>
  );
}
