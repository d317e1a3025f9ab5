import { Alert, Button, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { separateElsewhere, type CardVisit } from '#domain/card-visits.ts';
import { api } from '#web/lib/api.ts';
import { count, counted } from '#web/lib/formats.ts';
import { useDeferredStore } from '#web/lib/use-deferred-store.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { card, type CardSnapshot } from './card.ts';
import { type InterruptedDraft, interruptedDraftOf, proposeProject } from './proposal.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import { AsideList } from './set-aside.tsx';
import { groupByDraft, type LeftOver, visitsOf } from './split-files.ts';
import { VisitCard, type VisitCardProps } from './visit-card.tsx';
import { addedOrder, visitKeyOf } from './visit-edits.ts';
import type { TypeChoices } from './visit-fields.tsx';

export const useCard = (): CardSnapshot => useDeferredStore(card.watch, card.snapshot);

type VisitListProps = {
  forProjectId: string | null;
  interrupted: readonly InterruptedDraft[];
  types: TypeChoices;
  onCreated: VisitCardProps['onCreated'];
  onAdd: AddLeftOvers;
};

export function VisitList(props: VisitListProps) {
  const { forProjectId, interrupted, types, onCreated, onAdd } = props;
  const snapshot = useCard();
  const query = useQuery(api.projects.list.queryOptions({ input: {} }));
  const { stage, photos, leftOvers, home } = snapshot;
  const projects = query.data?.projects;
  const { refused, ...parts } = useMemo(() => {
    const split = visitsOf(photos.filter(({ path }) => !leftOvers.has(path)));
    const isOfProject = ({ place, files }: CardVisit<CardPhoto>) =>
      interruptedDraftOf(files, interrupted) !== null ||
      proposeProject(place, projects ?? [], forProjectId).projectId !== null;
    return { ...separateElsewhere(split.visits, isOfProject, home), refused: split.refused };
  }, [photos, leftOvers, home, projects, forProjectId, interrupted]);
  const { visits, apart, unplaced } = parts;
  const addedAt = useMemo(() => addedOrder(photos), [photos]);
  // Runs before painting, so that fields show what was typed.
  useLayoutEffect(
    () => card.mergeEdits([...visits, ...apart, ...unplaced], addedAt),
    [visits, apart, unplaced, addedAt],
  );
  const shared = {
    projects: projects ?? [],
    forProjectId,
    interrupted,
    snapshot,
    types,
    onCreated: (...created: Parameters<typeof onCreated>) => {
      card.setHome(parts.home);
      return onCreated(...created);
    },
  };
  const cardsOf = (some: readonly CardVisit<CardPhoto>[], isApart: boolean) =>
    some.map((visit) => {
      const visitKey = visitKeyOf(visit, addedAt);
      return <VisitCard key={visitKey} {...{ visit, visitKey, isApart }} {...shared} />;
    });
  if (query.isError && !projects) {
    return <LoadError title="Failed to load projects" query={query} />;
  }
  if (stage === 'failed') return <ReadingFailed />;
  if (stage === 'headers') return <ReadingProgress snapshot={snapshot} />;
  if (!projects) return <Skeleton height={320} aria-label="Loading projects" />;
  return (
    <Stack gap="lg">
      {stage === 'looks' ? (
        <Text component="output" size="sm" c="dimmed">
          Checking for dark and blurry photos…
        </Text>
      ) : null}
      {cardsOf(visits, false)}
      {apart.length > 0 ? (
        <GroupHeading title="Taken Elsewhere">Not near any of your projects.</GroupHeading>
      ) : null}
      {cardsOf(apart, true)}
      {unplaced.length > 0 ? (
        <GroupHeading title="No Location Data">
          Taken on different days than the visits above.
        </GroupHeading>
      ) : null}
      {cardsOf(unplaced, true)}
      <LeftOvers photos={photos} left={leftOvers} onAdd={onAdd} />
      {refused.length > 0 ? (
        <Section title="Can't Be Used">
          <AsideList aside={refused} label="Stays on the card" />
        </Section>
      ) : null}
    </Stack>
  );
}

function GroupHeading({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <Title order={2}>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </div>
  );
}

function ReadingProgress({ snapshot: { files, filesRead } }: { snapshot: CardSnapshot }) {
  return (
    <Stack component="output" gap="xs">
      <Group justify="space-between">
        <Text fw={600}>Reading the card</Text>
        <Text c="dimmed" size="sm" className="tabular">
          {count(filesRead)} of {counted(files, 'file')}
        </Text>
      </Group>
      <Progress value={(filesRead / Math.max(1, files)) * 100} aria-label="Reading the card" />
      <Text c="dimmed" size="sm">
        Nothing is uploaded until you confirm.
      </Text>
    </Stack>
  );
}

function ReadingFailed() {
  return (
    <Alert color="red" title="The card couldn't be read">
      <Text size="sm" mb="sm">
        Reload the page and drop the card again. Nothing was uploaded, and nothing on the card was
        changed.
      </Text>
      <Button size="xs" variant="default" onClick={() => card.clear()}>
        Start Over
      </Button>
    </Alert>
  );
}

type AddLeftOvers = (draft: LeftOver, photos: readonly CardPhoto[]) => void;

type LeftOversProps = {
  photos: readonly CardPhoto[];
  left: ReadonlyMap<string, LeftOver>;
  onAdd: AddLeftOvers;
};

function LeftOvers({ photos, left, onAdd }: LeftOversProps) {
  const files = photos.flatMap((photo) => {
    const from = left.get(photo.path);
    return from ? [{ photo, left: from }] : [];
  });
  if (files.length === 0) return null;
  return (
    <Section title="Not Uploaded">
      <Stack gap="md">
        {groupByDraft(files).map((some) => (
          <DraftLeftOvers key={some[0]?.left.submissionId} files={some} onAdd={onAdd} />
        ))}
      </Stack>
    </Section>
  );
}

type DraftLeftOversProps = { files: { photo: CardPhoto; left: LeftOver }[]; onAdd: AddLeftOvers };

function DraftLeftOvers({ files, onAdd }: DraftLeftOversProps) {
  const [first] = files;
  if (!first) return null;
  const { title } = first.left;
  const wanted = files.filter(({ left }) => left.canReturn).map(({ photo }) => photo);
  const aside = files.map(({ photo, left: { message, canReturn, group } }) => ({
    photo,
    message,
    canReturn,
    ...(group === undefined ? {} : { group }),
  }));
  const add = (photos: readonly CardPhoto[]) => onAdd(first.left, photos);
  return (
    <div>
      <AsideList
        aside={aside}
        label={`Set aside from ${title}`}
        action={{
          text: () => `Add to ${title}`,
          name: (fileName) => `Add ${fileName} to ${title}`,
          take: add,
        }}
      />
      {wanted.length > 1 ? (
        <Button size="xs" variant="default" mt="xs" maw="100%" onClick={() => add(wanted)}>
          Add All {wanted.length} to {title}
        </Button>
      ) : null}
    </div>
  );
}
