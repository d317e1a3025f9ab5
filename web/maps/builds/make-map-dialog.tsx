import {
  Alert,
  Checkbox,
  Modal,
  NativeSelect,
  Radio,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import {
  type Engine,
  type EngineState,
  MAP_PRESETS,
  type MapBuild,
  type MapEstimate,
  optionsOf,
} from '#domain/map-builds.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { estimateFacts, PRESETS, verdictText } from './build-text.ts';
import classes from './builds.module.css';

export type MakeMapProps = {
  submissionId: string;
  photos: readonly StaffFile[];
  engines: readonly Engine[];
  /** The build to try again with its settings. */
  before: MapBuild | null;
  onClose: () => void;
};

const useSettings = ({ engines, before }: MakeMapProps) =>
  useForm({
    initialValues: {
      engineId: (engines.find(({ id }) => id === before?.engineId) ?? engines[0])?.id ?? '',
      preset: before?.preset ?? 'standard',
      withSurface: before?.withSurface ?? true,
      options: before?.options ?? {},
    },
  });

export function MakeMapDialog(props: MakeMapProps) {
  const { submissionId, photos, engines, onClose } = props;
  const form = useSettings(props);
  const [isSure, setIsSure] = useState(false);
  const input = { submissionId, ...form.values };
  const estimate = useQuery(api.mapBuilds.estimate.queryOptions({ input: { submissionId } }));
  const engine = useQuery(api.engines.test.queryOptions({ input: { id: input.engineId } }));
  const withToasts = useMutationToasts(api.mapBuilds.key());
  const toasts = withToasts('Sending the photos', 'Failed to start the map', onClose);
  const start = useMutation(api.mapBuilds.start.mutationOptions(toasts));
  const options = Object.entries(input.options).filter(([, value]) => value !== '');
  const isHopeless = estimate.data?.verdict === 'hopeless';
  return (
    <Modal opened onClose={onClose} title="Make Map" size="lg">
      <DialogForm
        onSubmit={() => start.mutate({ ...input, options: Object.fromEntries(options) })}
        label="Make Map"
        isBusy={start.isPending}
        isDisabled={isHopeless && !isSure}
        onCancel={onClose}
      >
        <Loaded
          query={estimate}
          failed="Failed to estimate the map"
          waiting={<Skeleton h={220} aria-label="Loading the estimate" />}
        >
          {(data) => <Estimate estimate={data} engine={engine.data} photos={photos} />}
        </Loaded>
        {engines.length > 1 ? (
          <NativeSelect
            label="Engine"
            data={engines.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('engineId')}
          />
        ) : null}
        {engine.error ? <Alert color="yellow" title={errorMessage(engine.error)} /> : null}
        <Settings form={form} engine={engine.data} />
        {isHopeless ? (
          <Checkbox
            label="Make the map anyway. It will probably fail."
            checked={isSure}
            onChange={({ currentTarget }) => setIsSure(currentTarget.checked)}
          />
        ) : null}
      </DialogForm>
    </Modal>
  );
}

type SettingsProps = { form: ReturnType<typeof useSettings>; engine: EngineState | undefined };

/** Placeholders are the values of unchanged options. */
function Settings({ form, engine }: SettingsProps) {
  const sent = optionsOf({ ...form.values, options: {} });
  return (
    <>
      <Radio.Group label="Quality" {...form.getInputProps('preset')}>
        <Stack gap="sm" mt="xs">
          {MAP_PRESETS.map((value) => (
            <Radio key={value} value={value} {...PRESETS[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label="Surface and terrain models"
        disabled={form.values.preset === 'fast'}
        {...form.getInputProps('withSurface', { type: 'checkbox' })}
      />
      <details>
        <summary>More</summary>
        <Stack gap="sm" mt="sm" mah="18rem" style={{ overflowY: 'auto' }}>
          {engine?.options.map(({ name, value, help }) => (
            <TextInput
              key={name}
              label={name}
              description={help}
              placeholder={String(sent[name] ?? value)}
              {...form.getInputProps(`options.${name}`)}
              value={String(form.values.options[name] ?? '')}
            />
          ))}
        </Stack>
      </details>
    </>
  );
}

type EstimateProps = Pick<MakeMapProps, 'photos'> & {
  estimate: MapEstimate;
  engine: EngineState | undefined;
};

const COLORS = { good: 'green', risky: 'yellow', hopeless: 'red' } as const;

function Estimate({ estimate, engine, photos }: EstimateProps) {
  return (
    <>
      <Alert color={COLORS[estimate.verdict]} title={verdictText(estimate)} />
      {estimate.gaps.length > 0 ? <GapPlan estimate={estimate} photos={photos} /> : null}
      <Facts facts={estimateFacts(estimate, useUnits(), engine)} />
    </>
  );
}

const METERS_PER_DEGREE = 111_320;

/** North is up, and the side of a square is 1. */
function GapPlan({ estimate: { gaps, gapSize }, photos }: Omit<EstimateProps, 'engine'>) {
  const [west, north] = gaps[0] ?? [0, 0];
  const scale = METERS_PER_DEGREE / gapSize;
  const xOf = (longitude: number) => (longitude - west) * scale * Math.cos((north * Math.PI) / 180);
  const dotAt = ([x, y]: readonly [number, number]) => `M${xOf(x)} ${(north - y) * scale}h0`;
  const placed = photos.flatMap(({ longitude: x, latitude: y }) =>
    x === null || y === null ? [] : [[x, y] as const],
  );
  const [xs, ys] = [placed.map(([x]) => xOf(x)), placed.map(([, y]) => (north - y) * scale)];
  const [left, top] = [Math.min(...xs) - 2, Math.min(...ys) - 2];
  const size = [Math.max(...xs) - left + 2, Math.max(...ys) - top + 2];
  return (
    <div>
      <svg className={classes.plan} viewBox={`${left} ${top} ${size.join(' ')}`} aria-hidden>
        <path className={classes.gaps} d={gaps.map(dotAt).join('')} />
        <path className={classes.photos} d={placed.map(dotAt).join('')} />
      </svg>
      <Text size="sm" c="dimmed" mt={4}>
        Dots are photos. Red squares are seen by fewer than 3 photos.
      </Text>
    </div>
  );
}
