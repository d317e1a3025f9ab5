import { Button, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pinStateLabel } from '#domain/pin-texts.ts';
import { api } from '#web/lib/api.ts';
import { date } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { PinConversation } from './pin-conversation.tsx';
import { newId } from './pin-draft.ts';
import { usePinActions } from './use-pins.ts';

type WeekApprovalProps = {
  submissionId: string;
  /** For staff, who can request it. */
  request?: { projectId: string; title: string };
};

export function WeekApproval({ submissionId, request }: WeekApprovalProps) {
  const query = useQuery(api.pins.list.queryOptions({ input: { submissionId, kind: 'approval' } }));
  const pin = query.data?.pins[0];
  if (!query.data || (!pin && !request)) return null;
  return (
    <Section title="Approval">
      {pin ? (
        <Stack gap="sm">
          {pin.state !== 'open' && pin.stateAt ? (
            <Text fw={600}>
              {pinStateLabel(pin)} by {pin.stateBy} on {date(pin.stateAt, pin.timeZone)}
            </Text>
          ) : null}
          <PinConversation pinId={pin.id} />
        </Stack>
      ) : request ? (
        <RequestForm {...{ submissionId, request }} />
      ) : null}
    </Section>
  );
}

function RequestForm({ submissionId, request }: Required<WeekApprovalProps>) {
  const { projectId, title } = request;
  const [id] = useState(newId);
  const [personId, setPersonId] = useState<string | null>(null);
  const people = useQuery(api.pins.people.queryOptions({ input: { projectId } })).data?.people;
  const clients = people?.filter(({ isStaff }) => !isStaff) ?? [];
  const { create } = usePinActions();
  const text = `Please review and approve ${title}.`;
  const place = { kind: 'week', submissionId } as const;
  const send = (assignee: { personId: string }) =>
    create.mutate(
      { id, kind: 'approval', text, place, assignee },
      { onError: (error) => toast.failure('Failed to request the approval', error) },
    );
  return (
    <Stack gap="sm">
      <Select
        label="Client"
        description="They approve this week or request changes."
        nothingFoundMessage="No client has an account yet"
        searchable
        data={clients.map(({ id: value, name }) => ({ value, label: name }))}
        value={personId}
        onChange={setPersonId}
      />
      <Button
        variant="default"
        disabled={personId === null}
        loading={create.isPending}
        onClick={() => personId && send({ personId })}
      >
        Request Approval
      </Button>
    </Stack>
  );
}
