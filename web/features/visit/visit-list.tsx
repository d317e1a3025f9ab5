import { Alert, Button, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { partElsewhere } from '#domain/visit.ts';
import { api } from '#web/lib/api.ts';
import { count, counted } from '#web/lib/formats.ts';
import { useGradual } from '#web/lib/use-gradual.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { card, type CardSnapshot } from './card.ts';
import { type AddLeftOvers, LeftOvers } from './left-overs.tsx';
import { proposeProject } from './proposal.ts';
import { AsideList } from './set-aside.tsx';
import { visitsOf } from './sift.ts';
import { VisitCard, type VisitCardProps } from './visit-card.tsx';
import { arrivals, keyOf } from './visit-edits.ts';
import type { TypeChoices } from './visit-fields.tsx';

/** The card that is being checked. */
export const useCard = (): CardSnapshot => useGradual(card.watch, card.snapshot);

type VisitListProps = {
  begunFor: string | null;
  types: TypeChoices;
  onCreated: VisitCardProps['onCreated'];
  /** Adds files to the draft that they were set aside from. */
  onAdd: AddLeftOvers;
};

/** The visits of the card, those near a project first, each with the draft that it would become. */
export function VisitList({ begunFor, types, onCreated, onAdd }: VisitListProps) {
  const snapshot = useCard();
  const query = useQuery(api.projects.list.queryOptions({ input: {} }));
  const { stage, photos, left } = snapshot;
  const projects = query.data?.projects;
  const { visits, apart, refused } = useMemo(() => {
    const sifted = visitsOf(photos.filter(({ path }) => !left.has(path)));
    const parts = partElsewhere(sifted.visits, ({ place }) => {
      const { projectId } = proposeProject(place, projects ?? [], begunFor);
      return projectId !== null;
    });
    return { ...parts, refused: sifted.refused };
  }, [photos, left, projects, begunFor]);
  const came = useMemo(() => arrivals(photos), [photos]);
  // Before they are drawn: their fields must have what was typed.
  useLayoutEffect(() => card.join([...visits, ...apart], came), [visits, apart, came]);
  const given = { projects: projects ?? [], begunFor, snapshot, types, onCreated };
  if (query.isError && !projects) {
    return <LoadError title="Failed to load projects" query={query} />;
  }
  if (stage === 'failed') return <ReadingFailed />;
  if (stage === 'headers') return <Reading snapshot={snapshot} />;
  if (!projects) return <Skeleton height={320} aria-label="Loading projects" />;
  return (
    <Stack gap="lg">
      {stage === 'looks' ? (
        <Text component="output" size="sm" c="dimmed">
          Looking for dark and blurred photos…
        </Text>
      ) : null}
      {visits.map((visit) => {
        const visitKey = keyOf(visit, came);
        return <VisitCard key={visitKey} {...{ visit, visitKey }} isApart={false} {...given} />;
      })}
      {apart.length > 0 ? (
        <div>
          <Title order={2}>Taken elsewhere</Title>
          <Text c="dimmed">Not near any of your projects.</Text>
        </div>
      ) : null}
      {apart.map((visit) => {
        const visitKey = keyOf(visit, came);
        return <VisitCard key={visitKey} {...{ visit, visitKey }} isApart {...given} />;
      })}
      <LeftOvers photos={photos} left={left} onAdd={onAdd} />
      {refused.length > 0 ? (
        <Section title="Cannot be used">
          <AsideList aside={refused} label="Stays on the card" />
        </Section>
      ) : null}
    </Stack>
  );
}

function Reading({ snapshot: { files, filesRead } }: { snapshot: CardSnapshot }) {
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
        Nothing is uploaded before you say so.
      </Text>
    </Stack>
  );
}

function ReadingFailed() {
  return (
    <Alert color="red" title="The card could not be read">
      <Text size="sm" mb="sm">
        Reload the page and drop the card again. Nothing was uploaded, and nothing on the card has
        changed.
      </Text>
      <Button size="xs" variant="default" onClick={() => card.clear()}>
        Start again
      </Button>
    </Alert>
  );
}
