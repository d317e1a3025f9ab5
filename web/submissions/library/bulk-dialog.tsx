import { Button, Group, List, Modal, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { undoText, useBinDays } from '#web/lib/bin.ts';
import { counted } from '#web/lib/formats.ts';
import { useProjectChoices } from '#web/lib/use-project-choices.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import {
  BULK_LABELS,
  type BulkAction,
  type BulkResult,
  consequencesOf,
  isAffected,
  resultText,
  type BulkItem,
  type BulkRequest,
  runBulk,
  undoRequest,
} from './bulk.ts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

const MAX_NAMED = 8;

type BulkDialogProps = {
  action: BulkAction;
  submissions: readonly StaffSubmission[];
  onDone: () => void;
  onClose: () => void;
};

/** Confirms an action on several submissions, then shows the result of each. */
export function BulkDialog({ action, submissions, onDone, onClose }: BulkDialogProps) {
  const [projectId, setProjectId] = useState<string | null>(null);
  const bulk = useBulk(action);
  const order = { action, projectId };
  const affected = submissions.filter((one) => isAffected(one, order));
  const label = BULK_LABELS[action];
  const isWorking = bulk.stage === 'working';
  if (bulk.stage === 'done' || bulk.stage === 'undone') {
    return (
      <Modal opened onClose={onClose} title={label}>
        <BulkResults results={bulk.results} action={bulk.stage === 'undone' ? null : action} />
        <Group justify="flex-end" gap="xs" mt="lg">
          {bulk.canUndo ? (
            <Button variant="default" onClick={() => void bulk.undo()}>
              Undo
            </Button>
          ) : null}
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Modal>
    );
  }
  return (
    <Modal opened onClose={() => (isWorking ? undefined : onClose())} title={label}>
      <DialogForm
        onSubmit={() => void bulk.start(affected, order).then(onDone)}
        label={`${label} ${counted(affected.length, 'submission')}`}
        isBusy={isWorking}
        isDisabled={affected.length === 0 || (action === 'move' && projectId === null)}
        isDangerous={action === 'delete'}
        onCancel={onClose}
      >
        {action === 'move' ? <ProjectSelect value={projectId} onChange={setProjectId} /> : null}
        <Consequences
          affected={affected}
          all={submissions.length}
          action={action}
          undo={undoText(bulk.binDays)}
        />
        {isWorking ? (
          <Text component="output" className="tabular">
            {bulk.results.length} of {affected.length} done…
          </Text>
        ) : null}
      </DialogForm>
    </Modal>
  );
}

type ConsequencesProps = {
  affected: readonly StaffSubmission[];
  all: number;
  action: BulkAction;
  undo: string;
};

function Consequences({ affected, all, action, undo }: ConsequencesProps) {
  const more = affected.length - MAX_NAMED;
  return (
    <div>
      {affected.length < all ? (
        <Text>{counted(all - affected.length, 'submission')} won't change.</Text>
      ) : null}
      {affected.length > 0
        ? consequencesOf(affected, action, undo).map((line) => <Text key={line}>{line}</Text>)
        : null}
      <List size="sm" mt="xs">
        {affected.slice(0, MAX_NAMED).map(({ id, title, projectName }) => (
          <List.Item key={id}>
            {title} · {projectName}
          </List.Item>
        ))}
        {more > 0 ? <List.Item>and {more} more</List.Item> : null}
      </List>
    </div>
  );
}

function BulkResults({
  results,
  action,
}: {
  results: readonly BulkResult[];
  action: BulkAction | null;
}) {
  const failed = results.filter(({ error }) => error !== null);
  const undone = `${results.length - failed.length} undone${failed.length > 0 ? `, ${failed.length} failed.` : '.'}`;
  return (
    <>
      <Text component="output">{action ? resultText(results, action) : undone}</Text>
      <List size="sm" mt="xs">
        {failed.map(({ item: { id, title, projectName }, error }) => (
          <List.Item key={id}>
            <strong>{title}</strong> · {projectName}: {error}
          </List.Item>
        ))}
      </List>
    </>
  );
}

type ProjectSelectProps = { value: string | null; onChange: (projectId: string | null) => void };

function ProjectSelect({ value, onChange }: ProjectSelectProps) {
  const { projects, props } = useProjectChoices(value);
  return (
    <Select
      label="To Project"
      required
      data={projects.map(({ id, name, companyName }) => ({
        value: id,
        label: companyName ? `${name} · ${companyName}` : name,
      }))}
      value={value}
      onChange={onChange}
      {...props}
    />
  );
}

function useBulk(action: BulkAction) {
  const queryClient = useQueryClient();
  const binDays = useBinDays();
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [stage, setStage] = useState<'asking' | 'working' | 'done' | 'undone'>('asking');
  const runAll = async (
    items: readonly BulkItem[],
    orderOf: (item: BulkItem) => BulkRequest,
    end: 'done' | 'undone',
  ) => {
    setResults([]);
    setStage('working');
    await runBulk(items, orderOf, (result) => setResults((before) => [...before, result]));
    setStage(end);
    await Promise.all(
      [api.submissions.key(), api.projects.key(), api.overview.key(), api.bin.list.key()].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  const done = results.filter(({ error }) => error === null).map(({ item }) => item);
  return {
    binDays,
    results,
    stage,
    start: (items: readonly BulkItem[], order: BulkRequest) => runAll(items, () => order, 'done'),
    canUndo: stage === 'done' && done.length > 0 && (action !== 'delete' || Boolean(binDays)),
    undo: () => runAll(done, (item) => undoRequest(item, action), 'undone'),
  };
}
