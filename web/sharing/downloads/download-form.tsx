import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { COMMON_ERRORS } from '#domain/common-errors.ts';
import { DOWNLOAD_KINDS, KIND_LABELS } from '#domain/download-kinds.ts';
import type { DownloadKind, DownloadSummary, DownloadSelection } from '#domain/downloads.ts';
import { PRESETS } from '#domain/pictures.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { archiveFiles, counted, date } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import classes from './downloads.module.css';
import { save } from './saving/saves.ts';
import { initialSelection, hasSelection, kindText } from './selection.ts';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay, weekBadge } from '#domain/weeks.ts';

type DownloadFormProps = Pick<WeekChoiceProps, 'weeks' | 'timeZone'> & {
  projectId: string;
  /** Preselects only this submission. */
  week: string | null;
};

export function DownloadForm({ projectId, week, weeks, timeZone }: DownloadFormProps) {
  const isKnown = weeks.some(({ id }) => id === week);
  const [selection, setSelection] = useState(() =>
    initialSelection(projectId, isKnown ? week : null),
  );
  const change = (changes: Partial<DownloadSelection>) =>
    setSelection((before) => ({ ...before, ...changes }));
  const measure = useQuery(
    api.downloads.measure.queryOptions({
      input: selection,
      enabled: hasSelection(selection),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <Stack gap="lg">
      <WeekChoice
        weeks={weeks}
        timeZone={timeZone}
        chosen={selection.submissionIds}
        onChoose={(submissionIds) => change({ submissionIds })}
      />
      <KindChoice
        measure={measure.data}
        chosen={selection.kinds}
        onChoose={(kinds) => change({ kinds })}
      />
      <Radio.Group
        label="Photo Size"
        value={selection.size}
        onChange={(size) => change({ size: size === 'reduced' ? 'reduced' : 'original' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="original" label="Originals" />
          <Radio
            value="reduced"
            label={`${Math.max(...PRESETS)} px`}
            description="Smaller photos as WebP files. All other files stay as they are."
          />
        </Stack>
      </Radio.Group>
      <Start
        selection={selection}
        measure={hasSelection(selection) && !measure.isPlaceholderData ? measure.data : undefined}
        error={measure.isError ? measure.error : null}
      />
    </Stack>
  );
}

type KindChoiceProps = {
  measure: DownloadSummary | undefined;
  chosen: readonly DownloadKind[];
  onChoose: (kinds: DownloadKind[]) => void;
};

function KindChoice({ measure, chosen, onChoose }: KindChoiceProps) {
  return (
    <Checkbox.Group
      label="Files"
      value={[...chosen]}
      onChange={(values) => onChoose(DOWNLOAD_KINDS.filter((kind) => values.includes(kind)))}
    >
      <div className={classes.kinds}>
        {DOWNLOAD_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={KIND_LABELS[kind]}
            description={kindText(measure, kind) ?? '…'}
            className="tabular"
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type StartProps = {
  selection: DownloadSelection;
  measure: DownloadSummary | undefined;
  error: unknown;
};

function Start({ selection, measure, error }: StartProps) {
  const queryClient = useQueryClient();
  const prepare = useMutation(
    api.downloads.prepare.mutationOptions({
      onSuccess: async (download) => {
        void save(download);
        await queryClient.invalidateQueries({ queryKey: api.downloads.list.key() });
      },
      onError: (failure) => toast.failure('Failed to prepare the download', failure),
    }),
  );
  return (
    <Group gap="md">
      <Button
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        disabled={!measure || measure.fileCount === 0}
        loading={prepare.isPending}
        onClick={() => prepare.mutate(selection)}
      >
        Download ZIP
      </Button>
      <Text component="output" className="tabular" c={error ? 'red' : 'dimmed'}>
        {error ? errorMessage(error) : sizeText(selection, measure)}
      </Text>
    </Group>
  );
}

function sizeText(selection: DownloadSelection, measure: DownloadSummary | undefined): string {
  if (selection.submissionIds?.length === 0) return 'Choose at least one week.';
  if (selection.kinds.length === 0) return 'Choose at least one kind of file.';
  if (!measure) return 'Calculating size…';
  if (measure.fileCount === 0) return COMMON_ERRORS.DOWNLOAD_EMPTY[1];
  const { fileCount, rawCount, bytes } = measure;
  return `${archiveFiles(fileCount, rawCount)}, ${byteSize(bytes)}`;
}

type WeekChoiceProps = {
  weeks: readonly Submission[];
  timeZone: string;
  /** Null: all of them. */
  chosen: readonly string[] | null;
  onChoose: (submissionIds: string[] | null) => void;
};

function WeekChoice({ weeks, timeZone, chosen, onChoose }: WeekChoiceProps) {
  const [newest] = weeks;
  return (
    <div>
      <Radio.Group
        label="Weeks"
        value={chosen === null ? 'all' : 'some'}
        onChange={(value) => onChoose(value === 'all' || !newest ? null : [newest.id])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={`All weeks (${weeks.length})`} />
          <Radio value="some" label="Some weeks" />
        </Stack>
      </Radio.Group>
      {chosen === null ? null : (
        <Checkbox.Group value={[...chosen]} onChange={onChoose}>
          <fieldset className={classes.weeks}>
            <legend className="visually-hidden">Weeks to download</legend>
            {weeks.map((week) => {
              const day = documentedDay(week, timeZone);
              return (
                <Checkbox
                  key={week.id}
                  value={week.id}
                  label={`${date(day, timeZone)} · ${weekBadge(day)}`}
                  description={`${week.title} · ${counted(week.fileCount, 'file')}`}
                />
              );
            })}
          </fieldset>
        </Checkbox.Group>
      )}
    </div>
  );
}
