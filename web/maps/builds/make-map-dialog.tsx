import { Alert, Checkbox, Modal, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import {
  type Engine,
  type EngineOptions,
  type EngineState,
  MAP_PRESETS,
  type MapBuild,
  type MapEstimate,
  optionsOf,
} from '#domain/map-builds.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { distanceText } from '#domain/units.ts';
import { counted } from '#web/lib/formats.ts';
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
  retried: MapBuild | null;
  onClose: () => void;
};

const useSettings = ({ engines, retried }: MakeMapProps) =>
  useForm({
    initialValues: {
      engineId: (engines.find(({ id }) => id === retried?.engineId) ?? engines[0])?.id ?? '',
      preset: retried?.preset ?? 'standard',
      withSurface: retried?.withSurface ?? true,
      options: retried?.options ?? {},
      isSure: false,
    },
  });

const COLORS = { good: 'green', risky: 'yellow', hopeless: 'red' } as const;

export function MakeMapDialog(props: MakeMapProps) {
  const { submissionId, photos, engines, onClose } = props;
  const units = useUnits();
  const form = useSettings(props);
  const sure = form.getInputProps('isSure', { type: 'checkbox' });
  const { isSure, ...input } = { submissionId, ...form.values };
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
        <Loaded query={estimate} failed="No estimate" waiting={<div className={classes.plan} />}>
          {(data) => (
            <>
              <Alert color={COLORS[data.verdict]} title={verdictText(data)} />
              {data.gaps.length > 0 ? <GapPlan {...data} cameras={photos} /> : null}
              <Facts
                facts={estimateFacts(data, units, { preset: input.preset, engine: engine.data })}
              />
            </>
          )}
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
        {isHopeless ? <Checkbox label="Make it anyway. It will probably fail." {...sure} /> : null}
      </DialogForm>
    </Modal>
  );
}

type SettingsProps = { form: ReturnType<typeof useSettings>; engine: EngineState | undefined };

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
        {...(form.values.preset === 'fast' && { checked: false })}
      />
      {engine ? <OptionFields form={form} options={engine.options} sent={sent} /> : null}
    </>
  );
}

type OptionFieldsProps = Pick<SettingsProps, 'form'> & {
  options: EngineState['options'];
  sent: EngineOptions;
};

/** Placeholders are the values of unchanged options. */
function OptionFields({ form, options, sent }: OptionFieldsProps) {
  const [wanted, setWanted] = useState('');
  const found = options.filter(({ name, help }) =>
    `${name} ${help}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <details>
      <summary>More</summary>
      <Stack gap="sm" mt="sm">
        <TextInput
          label="Find an option"
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Stack gap="sm" mah="18rem" style={{ overflowY: 'auto' }}>
          {found.map(({ name, value, help }) => (
            <TextInput
              key={name}
              label={name}
              description={help}
              placeholder={String(sent[name] ?? value)}
              {...form.getInputProps(`options.${name}`)}
              value={String(form.values.options[name] ?? '')}
            />
          ))}
          {found.length === 0 ? <Text c="dimmed">No option has this name.</Text> : null}
        </Stack>
      </Stack>
    </details>
  );
}

/** North is up, and the side of a square is 1. A degree has 111,320 m. */
function GapPlan({ gaps, gapSize, cameras }: MapEstimate & { cameras: MakeMapProps['photos'] }) {
  const [west, north] = gaps[0] ?? [0, 0];
  const scale = 111_320 / gapSize;
  const xOf = (longitude: number) => (longitude - west) * scale * Math.cos((north * Math.PI) / 180);
  const dotAt = ([x, y]: readonly [number, number]) => `M${xOf(x)} ${(north - y) * scale}h0`;
  const placed = cameras.flatMap(({ longitude: x, latitude: y }) =>
    x === null || y === null ? [] : [[x, y] as const],
  );
  const [xs, ys] = [placed.map(([x]) => xOf(x)), placed.map(([, y]) => (north - y) * scale)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = [Math.max(...xs) - left, Math.max(...ys) - top];
  const meters = Math.max(...size) * gapSize;
  return (
    <figure>
      <svg className={classes.plan} viewBox={`${left} ${top} ${size.join(' ')}`} aria-hidden>
        <path stroke="crimson" strokeLinecap="square" d={gaps.map(dotAt).join('')} />
        <path className={classes.cameras} d={placed.map(dotAt).join('')} />
      </svg>
      <Text component="figcaption" size="sm" c="dimmed">
        Red: seen by fewer than 3 photos or from one line only. Dots: the{' '}
        {counted(placed.length, 'photo')}, within {distanceText(meters, useUnits())}. North is up.
      </Text>
    </figure>
  );
}
