import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { counted, date } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Section } from '#web/ui/section.tsx';
import classes from './submission-viewpoints.module.css';

const SHOWN_AT_FIRST = 6;

export function SubmissionViewpoints({
  submissionId,
  timeZone,
}: {
  submissionId: string;
  timeZone: string;
}) {
  const { data } = useQuery(api.viewpoints.ofSubmission.queryOptions({ input: { submissionId } }));
  if (!data || data.missing.length + data.fresh.length === 0) return null;
  const lastSeen = ({ lastDay }: ProjectViewpoint) =>
    lastDay ? `Last photo: ${date(lastDay, timeZone)}` : null;
  return (
    <Section title="Viewpoints">
      <Stack gap="md">
        <ViewpointGroup
          title="Missing from This Submission"
          viewpoints={data.missing}
          noteOf={lastSeen}
        />
        <ViewpointGroup
          title="New in This Submission"
          viewpoints={data.fresh}
          noteOf={() => null}
        />
      </Stack>
    </Section>
  );
}

type ViewpointGroupProps = {
  title: string;
  viewpoints: readonly ProjectViewpoint[];
  noteOf: (viewpoint: ProjectViewpoint) => string | null;
};

function ViewpointGroup({ title, viewpoints, noteOf }: ViewpointGroupProps) {
  const titleId = useId();
  const [isAll, showAll] = useState(false);
  if (viewpoints.length === 0) return null;
  const rest = isAll ? 0 : viewpoints.length - SHOWN_AT_FIRST;
  return (
    <div>
      <Text id={titleId} fw={600} size="sm">
        {title}: {counted(viewpoints.length, 'viewpoint')}
      </Text>
      <ul className={classes.list} aria-labelledby={titleId}>
        {viewpoints.slice(0, isAll ? undefined : SHOWN_AT_FIRST).map((viewpoint) => (
          <li key={viewpoint.id}>
            <Link
              className={classes.link}
              to={ROUTES.operatorViewpoint}
              params={{ projectId: viewpoint.projectId, viewpointId: viewpoint.id }}
            >
              <Picture picture={viewpoint.cover} alt="" sizes="8rem" ratio={3 / 2} />
              {viewpoint.name}
              <Text span size="xs" c="dimmed" className="tabular">
                {noteOf(viewpoint)}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => showAll(true)}>
          {counted(rest, 'more viewpoint')}
        </Button>
      ) : null}
    </div>
  );
}
