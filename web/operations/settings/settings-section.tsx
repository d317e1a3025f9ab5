import { Accordion, Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { groupBy } from '#domain/group-by.ts';
import { may } from '#domain/roles.ts';
import {
  fieldOf,
  isSettingName,
  SETTINGS_SECTIONS,
  type SettingName,
  type SettingsPage,
  type SettingsSection,
  type SettingState,
} from '#domain/settings.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { focusFirst } from '#web/lib/focus-first.ts';
import { useSession } from '#web/lib/session.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { SettingInput } from './setting-input.tsx';

type SectionProps = {
  section: SettingsSection;
  title?: string;
  /** Shown above the form, for example a preview of the typed values. */
  preview?: (values: Readonly<Record<string, string>>) => ReactNode;
  action?: ReactNode;
};

/** The form of a section, from the table of settings in `domain/settings.ts`. */
export function SettingsSectionCard({ section, title, preview, action }: SectionProps) {
  // While someone types, values that others save aren't loaded. Saving then says that they changed.
  const [isTyped, setTyped] = useState(false);
  const query = useQuery(api.settings.get.queryOptions({ input: { section }, enabled: !isTyped }));
  return (
    <Section title={title ?? SETTINGS_SECTIONS[section]} action={action}>
      {query.isPending ? <Skeleton height={320} aria-label="Loading settings" /> : null}
      {query.isError && !query.data ? (
        <LoadError title="Failed to load the settings" query={query} />
      ) : null}
      {query.data ? (
        <SettingsForm
          key={query.data.version}
          section={section}
          page={query.data}
          onTyped={setTyped}
          {...(preview ? { preview } : {})}
        />
      ) : null}
    </Section>
  );
}

type FormProps = SectionProps & { page: SettingsPage; onTyped: (isTyped: boolean) => void };

function SettingsForm({ section, page, preview, onTyped }: FormProps) {
  const { user } = useSession();
  const mayChange = user !== null && may(user.role, 'settings.manage');
  const { form, save } = useSettingsForm(section, page);
  const isTyped = form.isDirty();
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  const [open, setOpen] = useState<string[]>([]);
  const groups = groupBy(page.fields, ({ name }) => groupOf(name));
  const input = (state: SettingState) => (
    <SettingInput
      key={state.name}
      state={state}
      isDisabled={!mayChange}
      isCleared={form.values[clearedKey(state.name)] === 'yes'}
      onClear={() => form.setFieldValue(clearedKey(state.name), 'yes')}
      {...form.getInputProps(state.name)}
    />
  );
  const showInvalid = (errors: object) => {
    setOpen((now) => [...new Set([...now, ...Object.keys(errors).map(groupOf)])]);
    // Fields of closed groups can't have the focus before they are drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => focusFirst(form, errors)));
  };
  const content = (
    <Stack gap="md">
      {mayChange ? (
        preview?.(form.values)
      ) : (
        <Alert color="gray">Only admins can change these settings.</Alert>
      )}
      {groups.get('')?.map(input)}
      {groups.size > 1 ? (
        <Accordion
          multiple
          value={open}
          onChange={setOpen}
          order={3}
          chevron={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          {[...groups]
            .filter(([group]) => group !== '')
            .map(([group, fields]) => (
              <Accordion.Item key={group} value={group}>
                <Accordion.Control>{group}</Accordion.Control>
                <Accordion.Panel>
                  <Stack gap="md">{fields.map(input)}</Stack>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
        </Accordion>
      ) : null}
      {save.error ? (
        <Alert color="red" title="Settings Not Saved" role="alert">
          {errorMessage(save.error)}
        </Alert>
      ) : null}
      {mayChange ? (
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save Changes
          </Button>
          {form.isDirty() ? (
            <Button variant="default" onClick={() => form.reset()}>
              Discard Changes
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Stack>
  );
  if (!mayChange) return content;
  return (
    <>
      <LeaveGuard isDirty={form.isDirty()} text="Your changes to these settings will be lost." />
      <form onSubmit={form.onSubmit(() => save.mutate(), showInvalid)} noValidate>
        {content}
      </form>
    </>
  );
}

const groupOf = (name: string) => (isSettingName(name) ? (fieldOf(name).group ?? '') : '');

/** Whether a stored secret is to be removed; its own value is never loaded. */
const clearedKey = (name: string) => `${name} cleared`;

function useSettingsForm(section: SettingsSection, page: SettingsPage) {
  const queryClient = useQueryClient();
  const editable = page.fields.filter(({ source }) => source !== 'server');
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(page.fields.map(({ name, value }) => [name, value ?? ''])),
    validate: Object.fromEntries(
      editable.map(({ name }) => [name, (text?: string) => problemOf(name, text ?? '')]),
    ),
  });
  const save = useMutation(
    api.settings.save.mutationOptions({
      onSuccess: (saved) => {
        // The brand is part of the page.
        if (section === 'business') {
          // Otherwise, LeaveGuard asks about unsaved changes.
          flushSync(() => form.resetDirty());
          return window.location.reload();
        }
        queryClient.setQueryData(api.settings.get.queryKey({ input: { section } }), saved);
        toast.success('Settings saved');
      },
      onError: (error) => toast.failure('Failed to save the settings', error),
    }),
  );
  const values = () =>
    Object.fromEntries(editable.flatMap((state) => changeOf(state, form.values)));
  return {
    form,
    save: {
      ...save,
      mutate: () => save.mutate({ section, version: page.version, values: values() }),
    },
  };
}

function problemOf(name: string, text: string): string | null {
  if (!isSettingName(name) || text.trim() === '') return null;
  const { error } = fieldOf(name).schema.safeParse(text);
  const message = error?.issues[0]?.message;
  return message === undefined ? null : `${fieldOf(name).label} ${message}`;
}

/** Empty resets to the default. An empty secret is left as it is, unless it was cleared. */
function changeOf(
  { name, value, isSet }: SettingState,
  values: Readonly<Record<string, string>>,
): [SettingName, string | null][] {
  if (!isSettingName(name)) return [];
  const text = values[name] ?? '';
  if (fieldOf(name).kind === 'secret') {
    if (text !== '') return [[name, text]];
    return isSet && values[clearedKey(name)] === 'yes' ? [[name, null]] : [];
  }
  if (text === (value ?? '')) return [];
  return [[name, text.trim() === '' ? null : text]];
}
