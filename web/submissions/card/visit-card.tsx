import { Button, Group, Stack, Text, ActionIcon } from '@mantine/core';
import type { Project } from '#domain/projects.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { distanceText, type Units } from '#domain/units.ts';
import type { CardVisit } from '#domain/card-visits.ts';
import { counted, date } from '#web/lib/formats.ts';
import { ProjectUnits, useUnits } from '#web/lib/use-units.ts';
import { Section } from '#web/ui/section.tsx';
import { card } from './card.ts';
import {
  ProjectField,
  coordinatesProblem,
  type TypeChoices,
  VisitFields,
} from './visit-fields.tsx';
import type { CardPhoto } from './reading/card-photo.ts';
import { AsideList } from './set-aside.tsx';
import type { PhotoAside } from './split-files.ts';
import { useCreateDraft, useVisit, type VisitDraft, type VisitParts } from './use-visit.ts';
import { NEW_PROJECT } from './visit-edits.ts';
import { ViewpointPlan } from './viewpoint-plan.tsx';
import classes from './visit.module.css';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Thumb } from './thumb.tsx';
import { byteSize } from '#domain/byte-size.ts';
import { fileParts } from '#domain/file-counts.ts';

const SHOWN_AT_FIRST = 16;

type PhotoListProps = {
  photos: readonly CardPhoto[];
  /** RAW files by photo; only the photo is listed. */
  raws: ReadonlyMap<CardPhoto, CardPhoto>;
};

function PhotoList({ photos: files, raws }: PhotoListProps) {
  const hidden = new Set(raws.values());
  const photos = files.filter((file) => !hidden.has(file));
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? photos : photos.slice(0, SHOWN_AT_FIRST);
  const rest = photos.length - shown.length;
  if (photos.length === 0) return null;
  return (
    <div>
      <ul className={classes.photos} aria-label="Files from this visit">
        {shown.map((photo) => (
          <li key={photo.path} className={classes.photo} title={photo.name}>
            <Thumb photo={photo} />
            {photo.thumbnail ? null : <span className={classes.name}>{photo.name}</span>}
            {raws.has(photo) ? <span className={classes.raw}>+ RAW</span> : null}
            <ActionIcon
              size="sm"
              variant="default"
              aria-label={`Set ${photo.name} aside`}
              onClick={() => card.setUsed(photo.path, false)}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setExpanded(true)}>
          Show {counted(rest, 'more file', 'more files')}
        </Button>
      ) : null}
    </div>
  );
}

export type VisitCardProps = VisitParts & {
  types: TypeChoices;
  /** Whether the visit was at a different place than the rest of the card. No draft is proposed then. */
  isApart: boolean;
  /** The draft was created for these `photos`; `aside` are the visit's other files. */
  onCreated: (
    submission: StaffSubmission,
    photos: readonly CardPhoto[],
    aside: readonly PhotoAside[],
  ) => Promise<void>;
};

export function VisitCard(props: VisitCardProps) {
  const draft = useVisit(props);
  const place = draft.project ?? draft.nearest?.project;
  return (
    <ProjectUnits value={place?.units ?? 'us'}>
      <ShownVisit {...props} draft={draft} />
    </ProjectUnits>
  );
}

function ShownVisit(props: VisitCardProps & { draft: VisitDraft }) {
  const { visit, projects, types, isApart, onCreated, draft } = props;
  const { kept, aside, raws, viewpoints } = draft;
  const create = useCreateDraft(draft, (submission) => void onCreated(submission, kept, aside));
  const hasProject =
    draft.projectId === NEW_PROJECT
      ? draft.newProject.name.trim() !== '' &&
        draft.newProject.companyId !== null &&
        coordinatesProblem(draft.newProject.coordinates) === null
      : draft.project !== undefined;
  const hasTitle = draft.target !== null || draft.title.trim() !== '';
  if (kept.length === 0) return <EmptyVisit draft={draft} projects={projects} />;
  if (isApart && !draft.isWanted) {
    return (
      <ClosedVisit visit={visit} draft={draft} onOpen={() => draft.edit({ isWanted: true })} />
    );
  }
  return (
    <Section title={headingOf(draft)}>
      <Stack gap="md">
        <PlaceLine visit={visit} draft={draft} />
        <div className={classes.columns}>
          <Stack gap="md">
            <PhotoList photos={kept} raws={raws} />
            <AsideList aside={aside} />
          </Stack>
          <Stack gap="sm">
            <VisitFields draft={draft} projects={projects} types={types} />
            <Button
              loading={create.isPending}
              disabled={!hasProject || !hasTitle || draft.isPending}
              onClick={() => create.mutate()}
            >
              {draft.target ? 'Add to Draft' : 'Create Draft'}
            </Button>
            <ViewpointPlan
              photos={kept.filter(({ kind, raster }) => kind === 'photo' && !raster)}
              viewpoints={viewpoints}
            />
          </Stack>
        </div>
      </Stack>
    </Section>
  );
}

type ClosedVisitProps = { visit: CardVisit<CardPhoto>; draft: VisitDraft; onOpen: () => void };

function ClosedVisit({ visit, draft, onOpen }: ClosedVisitProps) {
  const { kept, aside, raws } = draft;
  return (
    <Section
      title={headingOf(draft)}
      action={
        <Button size="xs" variant="default" onClick={onOpen}>
          Create Draft from These Files
        </Button>
      }
    >
      <Stack gap="sm">
        <PlaceLine visit={visit} draft={draft} />
        <PhotoList photos={kept} raws={raws} />
        <AsideList aside={aside} />
      </Stack>
    </Section>
  );
}

type EmptyVisitProps = { draft: VisitDraft; projects: readonly Project[] };

function EmptyVisit({ draft, projects }: EmptyVisitProps) {
  return (
    <Section title={headingOf(draft)}>
      <Stack gap="sm">
        <Text size="sm">Nothing to upload: all files in this visit are set aside.</Text>
        {/* A different project may not have these files yet. */}
        {draft.isKnown ? <ProjectField draft={draft} projects={projects} /> : null}
        <AsideList aside={draft.aside} />
      </Stack>
    </Section>
  );
}

const headingOf = ({ project, recordedDate, timeZone }: VisitDraft): string => {
  const day = recordedDate ? date(recordedDate, timeZone) : 'Unknown date';
  return project ? `${project.name}, ${day}` : day;
};

function PlaceLine({ visit, draft }: { visit: CardVisit<CardPhoto>; draft: VisitDraft }) {
  const units = useUnits();
  const { kept, raws, nearest, project } = draft;
  return (
    <Group gap="xs">
      <Text c="dimmed" size="sm" className="tabular">
        {contentsText(kept, new Set(raws.values()))}
      </Text>
      {project ? null : <Text size="sm">{placeText(visit, nearest, units)}</Text>}
      <UnplacedCount visit={visit} kept={kept} />
    </Group>
  );
}

/** Shows how many photos have no location data. They belong to the visit by time or folder. */
function UnplacedCount({
  visit,
  kept,
}: {
  visit: CardVisit<CardPhoto>;
  kept: readonly CardPhoto[];
}) {
  const photos = kept.filter(({ kind, place }) => kind === 'photo' && place === null);
  if (!visit.place || photos.length === 0) return null;
  return (
    <Text size="sm">{counted(photos.length, 'photo has', 'photos have')} no location data.</Text>
  );
}

function placeText(
  { place }: CardVisit<CardPhoto>,
  nearest: VisitDraft['nearest'],
  units: Units,
): string {
  if (!place) return 'These files have no location data.';
  if (!nearest) return 'Your projects have no coordinates yet.';
  return `Taken ${distanceText(nearest.meters, units)} from ${nearest.project.name}, the nearest project.`;
}

const kindOf = ({ kind, raster, sidecar }: CardPhoto) => {
  if (raster) return 'map';
  if (kind !== 'other') return kind;
  return sidecar === null ? 'document' : 'sidecar';
};

/** A visit's files: '7 photos, 1 document, 1 RAW file · 45 MB'. `raws`: RAW files that belong to a photo. */
export function contentsText(files: readonly CardPhoto[], raws: ReadonlySet<CardPhoto>): string {
  const kinds = files.filter((file) => !raws.has(file)).map(kindOf);
  const countOf = (kind: ReturnType<typeof kindOf>) => kinds.filter((each) => each === kind).length;
  const parts = fileParts({
    photoCount: countOf('photo'),
    videoCount: countOf('video'),
    mapCount: countOf('map'),
    documentCount: countOf('document'),
    fileCount: kinds.length,
  });
  const all = raws.size === 0 ? parts : [...parts, { count: raws.size, name: 'RAW file' }];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${all.map(({ count, name }) => counted(count, name)).join(', ')} · ${byteSize(bytes)}`;
}
