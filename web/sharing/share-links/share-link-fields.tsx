import { PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SHARE_PASSWORD, SHARE_SWITCHES, ShareSwitches } from '#domain/share-links.ts';
import { clockOf } from '#web/lib/zoned-time.ts';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { ShareLinkDetails } from './share-link-form.ts';

const SWITCHES = SHARE_SWITCHES.map((name) => ({ name, ...ShareSwitches.shape[name].meta() }));

type ShareLinkFieldsProps = {
  form: Pick<UseFormReturnType<ShareLinkDetails>, 'getInputProps'>;
  timeZone: string;
  /** Whether the title is where typing begins. */
  isFirst: boolean;
  password?: { placeholder: string; description: string; disabled: boolean };
};

const NEW_PASSWORD = {
  placeholder: 'None',
  description: 'Visitors must enter it before they see anything.',
  disabled: false,
};

/** What is chosen of a link, new or old. */
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
        description={`Time in ${timeZone.replaceAll('_', ' ')}. Leave it empty and the link works until you disable it.`}
        placeholder="Never"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove expiration' }}
        // Of the day alone: a time that is over would silently become another, and not be refused in words.
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
