import { Button, Group, Text } from '@mantine/core';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ElsewhereFile } from '#domain/elsewhere.ts';
import { countFiles } from '#domain/file-counts.ts';
import type { StaffFile } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import type { Units } from '#domain/units.ts';
import { counted, dayOf } from '#web/lib/formats.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { placeText, proposedTarget } from '../elsewhere/elsewhere-text.ts';
import { MoveFilesDialog } from '../elsewhere/move-files-dialog.tsx';
import { useFilesElsewhere } from '../elsewhere/use-move-files.ts';
import { mediaCount } from '../published/submission-contents.ts';
import { VideoMoments } from '../videos/video-moments.tsx';
import { byCaptureTime } from './file-order.ts';
import { FileTile, type TileHandlers } from './file-tile.tsx';
import classes from './files.module.css';
import { type RemovedFile, RemoveFiles, RenameFile } from './file-dialogs.tsx';
import { useArrangement } from './use-arrangement.ts';
import { useFileChanges } from './use-file-changes.ts';

type FileGridProps = {
  submission: StaffSubmission;
  files: readonly StaffFile[];
  timeZone: string;
  onOpen: (file: StaffFile) => void;
  onEmbed: (files: readonly StaffFile[]) => void;
};

type Task =
  | { kind: 'rename'; file: StaffFile }
  | { kind: 'chapters'; id: string }
  | { kind: 'move'; files: readonly StaffFile[] }
  | { kind: 'remove'; files: readonly RemovedFile[] };
const EAGER_COUNT = 6;

export const FileGrid = memo(function FileGrid(props: FileGridProps) {
  const { submission, files, timeZone, onOpen, onEmbed } = props;
  const submissionId = submission.id;
  const changes = useFileChanges(submissionId);
  const [text, setText] = useState('');
  const [task, setTask] = useState<Task | null>(null);
  const [menuId, setMenuId] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const reorder = (fileIds: string[]) => changes.reorder.mutate({ submissionId, fileIds });
  const setForClients = (of: readonly StaffFile[]) =>
    changes.setForClients.mutate({
      fileIds: of.map(({ id }) => id),
      isForClients: of.every(({ isForClients }) => !isForClients),
    });
  const chosen = files.filter(({ id }) => selected.has(id));
  const elsewhere = useFilesElsewhere(submissionId);
  const units = useUnits();
  const { grid, currentId, drop, moveFile } = useArrangement({
    files,
    onOrder: reorder,
    onDelete: (id) => {
      const pressed = files.filter((file) => file.id === id);
      setTask({ kind: 'remove', files: chosen.length > 0 ? chosen : pressed });
    },
    announce: setText,
  });
  const close = () => setTask(null);
  const editedVideo =
    task?.kind === 'chapters' ? files.find(({ id }) => id === task.id) : undefined;

  const handlers: TileHandlers = {
    onOpen: (file) => (file.state === 'ready' ? onOpen(file) : setMenuId(file.id)),
    onMenu: setMenuId,
    onCloseMenu: (buttonId) => {
      setMenuId(null);
      // Returns the focus from the closed menu to its button, unless a dialog has taken it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById(buttonId)?.focus();
      });
    },
    onSelect: (id, isSelected) => {
      const next = new Set(selected);
      if (isSelected) next.add(id);
      else next.delete(id);
      setSelected(next);
    },
    onRetry: (id) => changes.retry.mutate({ id }),
    onMove: moveFile,
    onEmbed: (file) => onEmbed([file]),
    onRename: (file) => setTask({ kind: 'rename', file }),
    onChapters: ({ id }) => setTask({ kind: 'chapters', id }),
    onShowAsPhoto: ({ id, isShownAsPhoto }) =>
      changes.showAsPhoto.mutate({ id, isShown: !isShownAsPhoto }),
    onForClients: (file) => setForClients([file]),
    onCover: ({ id, isCover }) =>
      changes.setCover.mutate({ submissionId, fileId: isCover ? null : id }),
    onMoveTo: (file) => setTask({ kind: 'move', files: [file] }),
    onRemove: (file) => setTask({ kind: 'remove', files: [file] }),
  };
  const withDay = useMemo(() => {
    const times = files.flatMap(({ capturedAt }) => capturedAt ?? []);
    return new Set(times.map((time) => dayOf(time, timeZone))).size > 1;
  }, [files, timeZone]);
  const stableHandlers = useStableHandlers(handlers);

  return (
    <>
      <FileBar
        files={files}
        chosen={chosen}
        onEmbed={onEmbed}
        elsewhere={elsewhere.confirmed}
        onSelect={(ids) => setSelected(new Set(ids))}
        onForClients={() => setForClients(chosen)}
        onMoveTo={() => setTask({ kind: 'move', files: chosen })}
        onRemove={() => setTask({ kind: 'remove', files: chosen })}
        onSort={() => reorder(byCaptureTime(files))}
      />
      <ul ref={grid} className={classes.grid} aria-label="Files in this submission">
        {files.map((file, index) => (
          <FileTile
            key={file.id}
            file={file}
            timeZone={timeZone}
            withDay={withDay}
            elsewhere={placeOf(elsewhere.byId.get(file.id), submission.projectName, units)}
            isEager={index < EAGER_COUNT}
            isCurrent={currentId === file.id}
            isSelected={selected.has(file.id)}
            isMenuOpen={menuId === file.id}
            drop={drop?.id === file.id ? drop.side : null}
            handlers={stableHandlers}
          />
        ))}
      </ul>
      <output className="visually-hidden">{text}</output>
      {task?.kind === 'rename' ? (
        <RenameFile
          file={task.file}
          isBusy={changes.rename.isPending}
          onRename={(fileName) =>
            changes.rename.mutate({ id: task.file.id, fileName }, { onSuccess: close })
          }
          onClose={close}
        />
      ) : null}
      {editedVideo ? (
        <VideoMoments submissionId={submissionId} file={editedVideo} onClose={close} />
      ) : null}
      {task?.kind === 'move' ? (
        <MoveFilesDialog
          submission={submission}
          fileIds={task.files.map(({ id }) => id)}
          proposed={proposedTarget(task.files.flatMap(({ id }) => elsewhere.byId.get(id) ?? []))}
          onMoved={() => setSelected(new Set())}
          onClose={close}
        />
      ) : null}
      <RemoveFiles
        files={task?.kind === 'remove' ? task.files : null}
        isBusy={changes.remove.isPending}
        onRemove={(ids) => {
          changes.remove.mutate(ids, { onSettled: close });
          setSelected(new Set());
        }}
        onClose={close}
      />
    </>
  );
});

const placeOf = (file: ElsewhereFile | undefined, projectName: string, units: Units) =>
  file && placeText([file], projectName, units);

type FileBarProps = {
  files: readonly StaffFile[];
  chosen: readonly StaffFile[];
  onEmbed: (files: readonly StaffFile[]) => void;
  elsewhere: readonly ElsewhereFile[];
  onSelect: (ids: string[]) => void;
  onForClients: () => void;
  onMoveTo: () => void;
  onRemove: () => void;
  onSort: () => void;
};

function FileBar(props: FileBarProps) {
  const { files, chosen, elsewhere, onEmbed, onSelect } = props;
  const { onForClients, onMoveTo, onRemove, onSort } = props;
  const isSorted = byCaptureTime(files).join() === files.map(({ id }) => id).join();
  return (
    <Group justify="space-between" gap="xs" mih={36} mb="xs">
      <Group gap="xs">
        <Text c="dimmed" size="sm" className="tabular">
          {chosen.length > 0
            ? `${counted(chosen.length, 'file')} selected`
            : mediaCount(countFiles(files))}
        </Text>
        {elsewhere.length > 0 && chosen.length === 0 ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => onSelect(elsewhere.map(({ fileId }) => fileId))}
          >
            Select {elsewhere.length} taken elsewhere
          </Button>
        ) : null}
      </Group>
      {chosen.length > 0 ? (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onSelect([])}>
            Clear Selection
          </Button>
          <Button size="xs" variant="default" onClick={() => onEmbed(chosen)}>
            Embed
          </Button>
          <Button size="xs" variant="default" onClick={onForClients}>
            {chosen.some(({ isForClients }) => isForClients)
              ? 'Hide from Clients'
              : 'Show to Clients'}
          </Button>
          <Button size="xs" variant="default" onClick={onMoveTo}>
            Move to…
          </Button>
          <Button size="xs" variant="light" color="red" onClick={onRemove}>
            Remove
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <SortButton isSorted={isSorted} onSort={onSort} />
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              onEmbed(files.filter(({ part, isForClients }) => part === null && isForClients))
            }
          >
            Embed All
          </Button>
        </Group>
      )}
    </Group>
  );
}

function SortButton({ isSorted, onSort }: { isSorted: boolean; onSort: () => void }) {
  return isSorted ? (
    <Text c="dimmed" size="sm">
      Sorted by capture time
    </Text>
  ) : (
    <Button size="xs" variant="default" onClick={onSort}>
      Sort by Capture Time
    </Button>
  );
}

/** Returns functions that are stable, for memoized children, but call the latest handlers. */
function useStableHandlers(handlers: TileHandlers): TileHandlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => ({
      onOpen: (file) => latest.current.onOpen(file),
      onSelect: (id, isSelected) => latest.current.onSelect(id, isSelected),
      onRetry: (id) => latest.current.onRetry(id),
      onMenu: (id) => latest.current.onMenu(id),
      onCloseMenu: (buttonId) => latest.current.onCloseMenu(buttonId),
      onMove: (id, where) => latest.current.onMove(id, where),
      onEmbed: (file) => latest.current.onEmbed(file),
      onRename: (file) => latest.current.onRename(file),
      onChapters: (file) => latest.current.onChapters(file),
      onShowAsPhoto: (file) => latest.current.onShowAsPhoto(file),
      onForClients: (file) => latest.current.onForClients(file),
      onCover: (file) => latest.current.onCover(file),
      onMoveTo: (file) => latest.current.onMoveTo(file),
      onRemove: (file) => latest.current.onRemove(file),
    }),
    [],
  );
}
