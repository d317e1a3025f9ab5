import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilesElsewhere, ElsewhereFile } from '#domain/elsewhere.ts';
import type { StaffFile, FileKind } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { RemoveFiles } from '../files/file-dialogs.tsx';
import { useFileChanges } from '../files/use-file-changes.ts';
import {
  type ElsewhereGroup,
  groupElsewhere,
  groupTitle,
  isMajority,
  proposedTarget,
  distanceFrom,
} from './elsewhere-text.ts';
import { MoveFilesDialog } from './move-files-dialog.tsx';
import { useMoveDraft, useMoveFiles } from './use-move-files.ts';
import { Picture } from '#web/ui/picture.tsx';
import { FILE_ICONS } from '../files/file-tile.tsx';
import { useUnits } from '#web/lib/use-units.ts';
import classes from './elsewhere.module.css';

type ElsewhereSectionProps = {
  submission: StaffSubmission;
  files: readonly StaffFile[];
  onOpen: (file: StaffFile) => void;
};

export function ElsewhereSection({ submission, files, onOpen }: ElsewhereSectionProps) {
  const { id, status } = submission;
  const { data } = useQuery(api.submissions.elsewhere.queryOptions({ input: { id } }));
  if (!data || data.files.length === 0) return null;
  return (
    <Section title="Taken Elsewhere">
      <Stack gap="xl">
        {status === 'published' ? (
          <Alert color="yellow" p="xs">
            Clients can see the {counted(data.files.length, 'file')} listed here.
          </Alert>
        ) : null}
        {groupElsewhere(data.files).map((group) => (
          <GroupCard
            key={group.nearest?.projectId ?? ''}
            {...{ submission, files, group, onOpen }}
            elsewhere={data}
          />
        ))}
      </Stack>
    </Section>
  );
}

type GroupCardProps = ElsewhereSectionProps & { group: ElsewhereGroup; elsewhere: FilesElsewhere };

function GroupCard({ submission, files, group, elsewhere, onOpen }: GroupCardProps) {
  const { nearest } = group;
  const [task, setTask] = useState<'move' | 'remove' | null>(null);
  const { remove } = useFileChanges(submission.id);
  const ids = group.files.map(({ fileId }) => fileId);
  const close = () => setTask(null);
  return (
    <div>
      <Text fw={600} pb={4}>
        {groupTitle(group)}
      </Text>
      <ElsewhereFiles
        elsewhere={group.files}
        projectName={submission.projectName}
        files={files}
        onOpen={onOpen}
      />
      <Group gap="xs" mt="sm">
        {nearest ? (
          <MoveButton {...{ submission, nearest, ids }} onAsk={() => setTask('move')} />
        ) : null}
        <Button variant="default" size="sm" onClick={() => setTask('move')}>
          Move to…<span className="visually-hidden"> ({groupTitle(group)})</span>
        </Button>
        <Button variant="subtle" color="red" size="sm" onClick={() => setTask('remove')}>
          Remove<span className="visually-hidden"> {groupTitle(group)}</span>
        </Button>
      </Group>
      {isMajority(group, elsewhere) && submission.status === 'draft' ? (
        <WrongProject submission={submission} nearest={nearest} />
      ) : null}
      {task === 'move' ? (
        <MoveFilesDialog
          submission={submission}
          fileIds={ids}
          proposed={proposedTarget(group.files)}
          onClose={close}
        />
      ) : null}
      <RemoveFiles
        files={task === 'remove' ? files.filter(({ id }) => ids.includes(id)) : null}
        isBusy={remove.isPending}
        onRemove={(removed) => remove.mutate(removed, { onSettled: close })}
        onClose={close}
      />
    </div>
  );
}

type Nearest = NonNullable<ElsewhereGroup['nearest']>;

type MoveButtonProps = {
  submission: StaffSubmission;
  nearest: Nearest;
  ids: string[];
  onAsk: () => void;
};

/** Moves files out of a draft right away. Otherwise asks first, because clients can see them. */
function MoveButton({ submission, nearest, ids, onAsk }: MoveButtonProps) {
  const move = useMoveFiles(submission);
  const { draft, projectId, projectName } = nearest;
  const to = draft ? { submissionId: draft.id } : { projectId };
  return (
    <Button
      size="sm"
      leftSection={<IconArrowsRight size={16} stroke={1.75} aria-hidden />}
      loading={move.isPending}
      onClick={() => (submission.status === 'draft' ? move.mutate({ fileIds: ids, to }) : onAsk())}
    >
      Move to {draft ? draft.title : 'a new draft'} · {projectName}
    </Button>
  );
}

function WrongProject({
  submission,
  nearest,
}: {
  submission: StaffSubmission;
  nearest: Nearest | null;
}) {
  const move = useMoveDraft(submission);
  const { projectId, projectName } = submission;
  return (
    <Alert color="blue" mt="sm" p="xs" title="Is this the right project?">
      {nearest ? (
        <Group gap="xs" justify="space-between">
          <Text size="sm">Most files in this draft were taken near {nearest.projectName}.</Text>
          <Button
            size="xs"
            variant="default"
            loading={move.isPending}
            onClick={() => move.start(nearest.projectId)}
          >
            Move the whole draft to {nearest.projectName}
          </Button>
        </Group>
      ) : (
        <Text size="sm">
          Most files in this draft were taken somewhere else. If the location of {projectName} is
          wrong,{' '}
          <TextLink to={ROUTES.operatorProject} params={{ projectId }} inherit>
            correct it in the project
          </TextLink>
          .
        </Text>
      )}
    </Alert>
  );
}

const SHOWN_AT_FIRST = 4;

type ElsewhereFilesProps = {
  elsewhere: readonly ElsewhereFile[];
  projectName: string;
  files: readonly StaffFile[];
  onOpen: (file: StaffFile) => void;
};

function ElsewhereFiles({ elsewhere, projectName, files, onOpen }: ElsewhereFilesProps) {
  const units = useUnits();
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? elsewhere : elsewhere.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className={classes.files}>
        {shown.map((each) => {
          const file = files.find(({ id }) => id === each.fileId);
          return (
            <li key={each.fileId} className={classes.file}>
              <Thumbnail file={file} kind={each.kind} />
              <div style={{ minWidth: 0 }}>
                <Text size="sm" truncate>
                  {each.fileName}
                </Text>
                <Text size="sm" c="dimmed" className="tabular">
                  {distanceFrom([each], projectName, units)}
                </Text>
              </div>
              {file ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`View ${each.fileName}`}
                  onClick={() => onOpen(file)}
                >
                  View
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {elsewhere.length > shown.length ? (
        <Button variant="subtle" size="xs" onClick={() => setExpanded(true)}>
          Show All {counted(elsewhere.length, 'file')}
        </Button>
      ) : null}
    </>
  );
}

function Thumbnail({ file, kind }: { file: StaffFile | undefined; kind: FileKind }) {
  const Icon = FILE_ICONS[kind];
  return (
    <div className={classes.picture}>
      {file && file.presets.length > 0 ? (
        <Picture picture={file} alt="" sizes="3.5rem" ratio={4 / 3} />
      ) : (
        <Icon size={20} stroke={1.5} aria-hidden />
      )}
    </div>
  );
}
