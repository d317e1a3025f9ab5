import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { contentTypeLabel } from '../content-types.ts';
import { ContentType } from '#domain/submissions.ts';
import { CONFLICT_MESSAGE, FIELD_NAMES, type Field } from './submission-edit.ts';

type ConflictChoiceProps = {
  conflicts: readonly { field: Field; theirs: string }[];
  onDecide: (field: Field, isMine: boolean) => void;
};

/** Where two people wrote at once: what the other wrote, and which of both is kept. */
export function ConflictChoice({ conflicts, onDecide }: ConflictChoiceProps) {
  return conflicts.map(({ field, theirs }) => (
    <Alert key={field} color="yellow" title={`${FIELD_NAMES[field]}: ${CONFLICT_MESSAGE}`}>
      <Stack gap="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {theirs.trim() === '' ? 'They left it empty.' : `Theirs: ${shown(field, theirs)}`}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onDecide(field, true)}>
            Keep Mine
          </Button>
          <Button size="xs" variant="default" onClick={() => onDecide(field, false)}>
            Use Theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  ));
}

const shown = (field: Field, text: string) => {
  const type = field === 'contentType' ? ContentType.safeParse(text).data : undefined;
  return type ? contentTypeLabel(type) : text;
};
