import { PasswordInput, Switch, Textarea, TextInput, MultiSelect, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SHARE_PASSWORD, SHARE_SWITCHES, ShareSwitches } from '#domain/share-links.ts';
import { clockOf } from '#domain/zoned-time.ts';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { ShareLinkDetails } from './share-link-form.ts';
import { useQuery } from '@tanstack/react-query';
import { documentedDay } from '#domain/weeks.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { date } from '#web/lib/formats.ts';

const SWITCHES = SHARE_SWITCHES.map((name) => ({ name, ...ShareSwitches.shape[name].meta() }));

type ShareLinkFieldsProps = {
  form: Pick<UseFormReturnType<ShareLinkDetails>, 'getInputProps'>;
  timeZone: string;
  isFirst: boolean;
  password?: { placeholder: string; description: string; disabled: boolean };
};

const NEW_PASSWORD = {
  placeholder: 'None',
  description: 'Visitors must enter it before they see anything.',
  disabled: false,
};

export function ShareLinkFields({
  form,
  timeZone,
  isFirst,
  password = NEW_PASSWORD,
}: ShareLinkFieldsProps) {
  const now = useNow();
  return (
    <>
      <TextInput
        label="Title"
        placeholder="Optional"
        data-autofocus={isFirst ? true : undefined}
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Description"
        placeholder="Optional"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <DateTimePicker
        label="Expires"
        description={`Time in ${timeZone.replaceAll('_', ' ')}. If empty, the link works until you disable it.`}
        placeholder="Never"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove expiration' }}
        // Only the day is limited: otherwise the picker would silently change a past time instead of showing an error.
        minDate={clockOf(now, timeZone).slice(0, 10)}
        defaultTimeValue="17:00"
        {...form.getInputProps('expiresAt')}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        maxLength={SHARE_PASSWORD.max}
        {...password}
        {...form.getInputProps('password')}
      />
      {SWITCHES.map(({ name, title, description }) => (
        <Switch
          key={name}
          label={title}
          description={description}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <Textarea
        label="Sites That Can Embed It"
        description="One per line, such as www.example.com. These sites can embed the link, unless it has a password."
        placeholder="None"
        maxLength={6000}
        autosize
        minRows={1}
        maxRows={5}
        {...form.getInputProps('embedSites')}
      />
    </>
  );
}

type SubmissionsSelectProps = {
  projectId: string | null;
  timeZone: string;
  value: string[];
  onChange: (value: string[]) => void;
};

/** No selection means all submissions, including future ones. */
export function SubmissionsSelect({
  projectId,
  timeZone,
  value,
  onChange,
}: SubmissionsSelectProps) {
  const submissions = useQuery(
    api.submissions.listPublished.queryOptions({
      input: { projectId: projectId ?? '' },
      enabled: projectId !== null,
    }),
  );
  const list = submissions.data?.submissions ?? [];
  const isEmpty = submissions.isSuccess && list.length === 0 && value.length === 0;
  const choices = list.map((submission) => ({
    value: submission.id,
    label: `${submission.title} · ${date(documentedDay(submission, timeZone), timeZone)}`,
  }));
  const chosen = list.flatMap(({ id }) => (value.includes(id) ? id : []));
  const unavailable = value.filter(
    (id) => submissions.isSuccess && !list.some((one) => one.id === id),
  );
  return (
    <>
      <MultiSelect
        label="Submissions"
        description="Leave empty to show all submissions, including future ones."
        placeholder={value.length === 0 ? 'All submissions in the project' : undefined}
        searchable
        clearable
        hidePickedOptions
        clearButtonProps={{ 'aria-label': 'Choose all submissions' }}
        nothingFoundMessage="No submission found"
        disabled={isEmpty || !submissions.isSuccess}
        data={[
          ...choices,
          ...unavailable.map((id) => ({ value: id, label: 'No longer available' })),
        ]}
        value={[...chosen, ...unavailable]}
        onChange={onChange}
        error={submissions.isError ? errorMessage(submissions.error) : undefined}
      />
      {isEmpty ? (
        <Text c="dimmed" size="xs" mt={-8}>
          This project has no published submissions yet.
        </Text>
      ) : null}
    </>
  );
}
