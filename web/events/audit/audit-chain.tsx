import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { breakLabel, type AuditCheck } from '#domain/audit.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { count, counted, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';

export function AuditChain() {
  const check = useMutation(api.audit.check.mutationOptions());
  return (
    <Section title="Audit Log" id="audit-log">
      <Stack gap="md" align="flex-start">
        <Text size="sm">
          Each entry contains the hash of the previous one. Changing or removing an entry breaks the
          chain, even when it is done directly in the database.
        </Text>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate({})}>
          Check the Log
        </Button>
        <div aria-live="polite">
          {check.error ? <Text c="red">{errorMessage(check.error)}</Text> : null}
          {check.data ? <Result check={check.data} /> : null}
        </div>
      </Stack>
    </Section>
  );
}

function Result({ check }: { check: AuditCheck }) {
  const { entries, head, breaks, breakCount, checkedAt } = check;
  if (breakCount === 0) {
    return (
      <Alert color="green" icon={<IconCircleCheck aria-hidden />} title="The chain is intact">
        <Text size="sm" className="tabular">
          {counted(entries, 'entry', 'entries')}, checked {dateTime(checkedAt, DEFAULT_TIME_ZONE)}
        </Text>
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          Hash of the last entry: {head ?? 'none'}
        </Text>
      </Alert>
    );
  }
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} title="The chain is broken">
      <List size="sm">
        {breaks.map((one) => (
          <List.Item key={`${one.position} ${one.entryId}`}>{breakLabel(one)}</List.Item>
        ))}
      </List>
      {breakCount > breaks.length ? (
        <Text size="sm">And {count(breakCount - breaks.length)} more.</Text>
      ) : null}
    </Alert>
  );
}
