import { Button, Card, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { counted } from '#web/lib/formats.ts';
import { BULK_LABELS, type BulkAction } from './bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import classes from './selection-bar.module.css';

const ACTIONS: BulkAction[] = ['publish', 'archive', 'restore', 'move', 'delete'];

type SelectionBarProps = {
  submissions: readonly StaffSubmission[];
  onClear: () => void;
};

export function SelectionBar({ submissions, onClear }: SelectionBarProps) {
  const [asked, setAsked] = useState<{
    action: BulkAction;
    submissions: readonly StaffSubmission[];
  } | null>(null);
  useHotkeys([['Escape', () => (asked ? undefined : onClear())]]);
  return (
    <>
      {submissions.length > 0 ? (
        <Card
          component="section"
          padding="sm"
          className={classes.bar}
          aria-label="Selected submissions"
        >
          <Group gap="xs">
            <Text component="output" fw={500} className="tabular" me="auto">
              {counted(submissions.length, 'submission')} selected
            </Text>
            {ACTIONS.map((action) => (
              <Button
                key={action}
                size="xs"
                variant="default"
                c={action === 'delete' ? 'red' : undefined}
                onClick={() => setAsked({ action, submissions })}
              >
                {BULK_LABELS[action]}
                {action === 'move' ? '…' : ''}
              </Button>
            ))}
            <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
              Clear
            </Button>
          </Group>
        </Card>
      ) : null}
      {asked ? <BulkDialog {...asked} onDone={onClear} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
