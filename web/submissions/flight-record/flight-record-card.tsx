import { Button, Skeleton, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
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

/** For staff, who edit it in place. */
export function FlightRecordCard({ submissionId }: { submissionId: string }) {
  const query = useFlightRecord(submissionId);
  const [isEditing, edit] = useDisclosure(false);
  const wasEditing = useRef(false);
  const endEditing = () => {
    wasEditing.current = true;
    edit.close();
  };
  const record = query.data?.record;
  return (
    <Section
      title="Flight Record"
      action={
        record && !isEditing ? (
          <Button
            variant="default"
            size="xs"
            ref={(button) => {
              if (wasEditing.current) button?.focus();
            }}
            onClick={edit.open}
          >
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
        {() => {
          if (!record) return null;
          if (isEditing) return <FlightRecordForm record={record} onDone={endEditing} />;
          return <RecordForStaff record={record} />;
        }}
      </Loaded>
    </Section>
  );
}

function RecordForStaff({ record }: { record: FlightRecord }) {
  const units = useUnits();
  const { submissionId, projectId, metar, airspaceCeiling, isShownToClients } = record;
  const withToasts = useMutationToasts(api.flightRecords.key(), api.projects.key());
  const lookUp = useMutation(
    api.flightRecords.lookUp.mutationOptions(
      withToasts('Looking up weather and airspace', 'Failed to look up weather and airspace'),
    ),
  );
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
      {record.canLookUp && (metar === null || airspaceCeiling === null) ? (
        <Button
          variant="default"
          loading={lookUp.isPending}
          onClick={() => lookUp.mutate({ submissionId })}
        >
          Look Up Weather and Airspace
        </Button>
      ) : null}
      <Switch
        label="Show to Clients"
        description="For all weeks of this project, also in reports"
        checked={show.isPending ? show.variables.showsFlightRecords : isShownToClients}
        onChange={(event) =>
          show.mutate({ id: projectId, showsFlightRecords: event.currentTarget.checked })
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
