import { NTHS, WEEKDAYS, planText, timeText } from '#domain/visit-texts.ts';
import {
  Checkbox,
  type CheckboxGroupProps,
  Group,
  Modal,
  NumberInput,
  Select,
  Switch,
  Text,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { VISIT_CONTENTS, type VisitPlan, VisitPlanInput } from '#domain/visit-plans.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { PilotSelect } from './visit-dialogs.tsx';

const REPEATS = [
  { value: 'weekly', label: 'On days of the week' },
  { value: 'monthly', label: 'Once a month' },
  { value: 'none', label: 'Only on request' },
];
const TIMES = Array.from(
  { length: 48 },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);
const toTimeChoice = (value: string) => ({ value, label: timeText(value) });
const NTH_CHOICES = ([1, 2, 3, 4, -1] as const).map((nth) => ({
  value: String(nth),
  label: NTHS[nth],
}));
const CONTENT_CHOICES = VISIT_CONTENTS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
const WEEKDAY_CHOICES = WEEKDAYS.map((label, day) => ({ value: String(day), label }));

type Values = Omit<VisitPlanInput, 'rule'> & {
  repeat: string;
  every: number | string;
  weekdays: string[];
  nth: string;
  weekday: string;
};

function toValues(plan: VisitPlan | null, today: string): Values {
  const rule = plan?.rule;
  const { time = '09:00', startsOn = today, pilotId = null, isForClients = true } = plan ?? {};
  return {
    time,
    startsOn,
    pilotId,
    isForClients,
    contents: plan?.contents ?? ['photos'],
    repeat: plan ? (rule?.repeat ?? 'none') : 'weekly',
    every: rule?.repeat === 'weekly' ? rule.every : 1,
    weekdays: rule?.repeat === 'weekly' ? rule.weekdays.map(String) : ['2'],
    nth: rule?.repeat === 'monthly' ? String(rule.nth) : '1',
    weekday: rule?.repeat === 'monthly' ? String(rule.weekday) : '2',
  };
}

const RULES: Record<string, (values: Values) => unknown> = {
  weekly: ({ repeat, every, weekdays }) => ({ repeat, every, weekdays: weekdays.map(Number) }),
  monthly: ({ repeat, nth, weekday }) => ({ repeat, nth: Number(nth), weekday: Number(weekday) }),
};

const parsePlan = (values: Values) =>
  VisitPlanInput.safeParse({ ...values, rule: RULES[values.repeat]?.(values) ?? null });

/** Messages by the name of the field, such as 'weekdays' for `rule.weekdays`. */
const errorsOf = (values: Values) =>
  Object.fromEntries(
    parsePlan(values).error?.issues.map(({ path, message }) => [
      String(path[0] === 'rule' ? path[1] : path[0]),
      message,
    ]) ?? [],
  );

type PlanDialogProps = {
  projectId: string;
  plan: VisitPlan | null;
  /** YYYY-MM-DD at the site. */
  today: string;
  onClose: () => void;
};

export function PlanDialog({ projectId, plan, today, onClose }: PlanDialogProps) {
  const withToasts = useMutationToasts(api.visits.key(), api.overview.key());
  const save = useMutation(
    api.visits.savePlan.mutationOptions(
      withToasts('Visit plan saved', 'Failed to save the visit plan', onClose),
    ),
  );
  const form = useForm<Values>({ initialValues: toValues(plan, today), validate: errorsOf });
  const { repeat } = form.values;
  const preview = parsePlan(form.values).data;
  return (
    <Modal opened onClose={onClose} title="Visit Plan">
      <DialogForm
        onSubmit={form.onSubmit((values) => {
          const { data } = parsePlan(values);
          if (data) save.mutate({ projectId, ...data });
        })}
        label="Save Plan"
        isBusy={save.isPending}
        onCancel={onClose}
      >
        <Select
          label="Repeat"
          data={REPEATS}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('repeat')}
        />
        {repeat === 'weekly' ? (
          <>
            <NumberInput
              label="Every"
              suffix={Number(form.values.every) === 1 ? ' week' : ' weeks'}
              min={1}
              max={12}
              allowDecimal={false}
              {...form.getInputProps('every')}
            />
            <Boxes label="Days" choices={WEEKDAY_CHOICES} {...form.getInputProps('weekdays')} />
          </>
        ) : null}
        {repeat === 'monthly' ? (
          <Group grow>
            <Select
              label="Which"
              data={NTH_CHOICES}
              allowDeselect={false}
              {...form.getInputProps('nth')}
            />
            <Select
              label="Day"
              data={WEEKDAY_CHOICES}
              allowDeselect={false}
              {...form.getInputProps('weekday')}
            />
          </Group>
        ) : null}
        <Group grow align="flex-start">
          <Select
            label="Time"
            allowDeselect={false}
            data={[...new Set([...TIMES, form.values.time])].toSorted().map(toTimeChoice)}
            {...form.getInputProps('time')}
          />
          <DatePickerInput label="Starts On" required {...form.getInputProps('startsOn')} />
        </Group>
        <PilotSelect
          projectId={projectId}
          value={form.values.pilotId}
          onChange={(pilotId) => form.setFieldValue('pilotId', pilotId)}
        />
        <Boxes label="What to Fly" choices={CONTENT_CHOICES} {...form.getInputProps('contents')} />
        <Switch
          label="Show visits to clients"
          description="They see the next visit, are notified of changes, and can request one."
          {...form.getInputProps('isForClients', { type: 'checkbox' })}
        />
        {preview ? <Text fw={500}>{planText(preview)}</Text> : null}
      </DialogForm>
    </Modal>
  );
}

type BoxesProps = Omit<CheckboxGroupProps, 'children'> & {
  choices: readonly { value: string; label: string }[];
};

const Boxes = ({ choices, ...group }: BoxesProps) => (
  <Checkbox.Group {...group}>
    <Group gap="sm" mt={4}>
      {choices.map((choice) => (
        <Checkbox key={choice.value} {...choice} />
      ))}
    </Group>
  </Checkbox.Group>
);
