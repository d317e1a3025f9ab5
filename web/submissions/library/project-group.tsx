import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { count, counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import type { SubmissionGroup } from './submission-groups.ts';
import { SubmissionTable, type SubmissionTableProps } from './submission-table.tsx';

type ProjectGroupProps = Omit<SubmissionTableProps, 'label' | 'submissions'> & {
  group: SubmissionGroup;
  onNew: (projectId: string) => void;
};

/** A project of the library: its heading, and its submissions as far as they are loaded. */
export function ProjectGroup({ group, onNew, ...table }: ProjectGroupProps) {
  const { projectId, projectName, companyName, submissions, total, found } = group;
  const { selection } = table;
  const headingId = `project-${projectId}`;
  const ids = submissions.map(({ id }) => id);
  const chosen = ids.filter((id) => selection.chosen.has(id)).length;
  return (
    <Stack component="section" gap="xs" aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} id={headingId}>
            <TextLink to={ROUTES.operatorProject} params={{ projectId }} inherit>
              {projectName}
            </TextLink>
          </Title>
          <Text c="dimmed" size="sm" className="tabular">
            {companyName} · {found < total ? `${count(found)} of ` : null}
            {counted(total, 'submission')}
          </Text>
        </div>
        <Group gap="md">
          <Checkbox
            label="Select All"
            aria-label={`Select All of ${projectName}`}
            checked={chosen === ids.length}
            indeterminate={chosen > 0 && chosen < ids.length}
            onChange={() => selection.toggleAll(ids)}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onNew(projectId)}
          >
            New Submission<span className="visually-hidden"> in {projectName}</span>
          </Button>
        </Group>
      </Group>
      <SubmissionTable
        label={`Submissions of ${projectName}`}
        submissions={submissions}
        {...table}
      />
    </Stack>
  );
}
