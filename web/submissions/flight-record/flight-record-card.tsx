import { Button, Modal, Skeleton, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { flightFacts, type FlightRecord } from '#domain/flight-records.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { FlightRecordForm } from './flight-record-form.tsx';

const useFlightRecord = (submissionId: string) =>
  useQuery(api.flightRecords.get.queryOptions({ input: { submissionId } }));

/** For staff. */
export function FlightRecordCard({ submissionId }: { submissionId: string }) {
  const query = useFlightRecord(submissionId);
  const [isEditing, edit] = useDisclosure(false);
  const record = query.data?.record;
  return (
    <Section
      title="Flight Record"
      action={
        record ? (
          <Button variant="default" size="xs" onClick={edit.open}>
            Edit<span className="visually-hidden"> Flight Record</span>
          </Button>
        ) : null
      }
    >
      <Loaded
        query={query}
        failed="Failed to load the flight record"
        waiting={<Skeleton height={240} aria-label="Loading flight record" />}
      >
        {() => (record ? <RecordForStaff record={record} /> : null)}
      </Loaded>
      <Modal opened={isEditing} onClose={edit.close} title="Flight Record">
        {record ? <FlightRecordForm record={record} onDone={edit.close} /> : null}
      </Modal>
    </Section>
  );
}

function RecordForStaff({ record }: { record: FlightRecord }) {
  const units = useUnits();
  const withToasts = useMutationToasts(api.flightRecords.key(), api.projects.key());
  const show = useMutation(
    api.projects.update.mutationOptions(
      withToasts(
        ({ showsFlightRecords }) =>
          showsFlightRecords ? 'Clients now see flight records' : 'Flight records are hidden',
        'Failed to update project.',
      ),
    ),
  );
  return (
    <Stack gap="md">
      <Facts facts={flightFacts(record, units)} />
      <Switch
        label="Show to Clients"
        description="For all weeks of this project, also in reports"
        checked={show.isPending ? show.variables.showsFlightRecords : record.isShownToClients}
        onChange={(event) =>
          show.mutate({ id: record.projectId, showsFlightRecords: event.currentTarget.checked })
        }
      />
    </Stack>
  );
}

/** For clients. Nothing if the project doesn't show it. */
export function FlightRecordSection({ submissionId }: { submissionId: string }) {
  const { data } = useFlightRecord(submissionId);
  const units = useUnits();
  if (!data?.record?.isShownToClients) return null;
  return (
    <Section title="Flight Record">
      <Facts facts={flightFacts(data.record, units)} />
    </Section>
  );
}
