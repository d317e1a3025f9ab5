import { Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dueText } from '#domain/visit-texts.ts';
import type { Visit } from '#domain/visits.ts';
import { clockOf, instantOf } from '#domain/zoned-time.ts';
import { api } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/formats.ts';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useNow } from '#web/ui/use-now.ts';

const visitName = ({ projectName, dueAt, timeZone }: Visit) =>
  `${projectName}, ${dueText(dueAt, timeZone)}`;

type ReasonDialogProps = {
  title: string;
  visit?: Visit;
  description: string;
  placeholder: string;
  isBusy: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, visit, description, placeholder, isBusy, onSubmit, onClose } = props;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isEmpty = reason.trim() === '';
  return (
    <Modal opened onClose={onClose} title={visit ? `${title}: ${visitName(visit)}` : title}>
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (!isEmpty) onSubmit(reason);
        }}
        gap="lg"
        label={title}
        isBusy={isBusy}
        onCancel={onClose}
      >
        <TextInput
          label="Reason"
          description={description}
          placeholder={placeholder}
          maxLength={200}
          data-autofocus
          value={reason}
          error={isTried && isEmpty ? 'A reason is required.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}

type PilotSelectProps = {
  projectId: string;
  value: string | null;
  onChange: (pilotId: string | null) => void;
};

export function PilotSelect({ projectId, value, onChange }: PilotSelectProps) {
  const { data } = useQuery(api.projectMembers.list.queryOptions({ input: { projectId } }));
  const staff = data?.managers ?? [];
  const hasLeft = data !== undefined && value !== null && !staff.some(({ id }) => id === value);
  return (
    <Select
      label="Pilot"
      placeholder="Not assigned"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the pilot' }}
      description={hasLeft ? 'The previous pilot is no longer an active staff member.' : undefined}
      data={staff.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

type VisitDialogProps = {
  title: string;
  projectId: string;
  timeZone: string;
  /** Null adds a visit. */
  visit: Visit | null;
  isBusy: boolean;
  onSubmit: (to: { dueAt: string; pilotId?: string | null }) => void;
  onClose: () => void;
};

export function VisitDialog(props: VisitDialogProps) {
  const { title, projectId, timeZone, visit, isBusy, onSubmit, onClose } = props;
  const [time, setTime] = useState(visit && clockOf(new Date(visit.dueAt), timeZone));
  const [pilotId, setPilot] = useState(visit?.pilot?.id ?? null);
  const [isTried, setTried] = useState(false);
  const today = dayOf(useNow().toISOString(), timeZone);
  return (
    <Modal opened onClose={onClose} title={visit ? `${title}: ${visitName(visit)}` : title}>
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (time === null) return;
          const isNewPilot = visit !== null && pilotId !== (visit.pilot?.id ?? null);
          onSubmit({ dueAt: instantOf(time, timeZone), ...(isNewPilot && { pilotId }) });
        }}
        label={visit ? 'Save' : title}
        isBusy={isBusy}
        onCancel={onClose}
      >
        <DateTimePicker
          label="Time"
          description={`Time in ${timeZone.replaceAll('_', ' ')}.`}
          placeholder="Choose a time"
          defaultTimeValue="09:00"
          minDate={today}
          data-autofocus
          value={time}
          error={isTried && time === null ? 'Choose a time.' : undefined}
          onChange={setTime}
        />
        {visit ? <PilotSelect projectId={projectId} value={pilotId} onChange={setPilot} /> : null}
      </DialogForm>
    </Modal>
  );
}
