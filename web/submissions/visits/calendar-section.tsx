import { Button, Group, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { CalendarLinks } from '#domain/visits.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';

const KINDS = [
  { value: 'mine', label: 'My Visits' },
  { value: 'all', label: 'All Visits' },
] as const;

/** Links for calendar programs. */
export function CalendarSection() {
  const query = useQuery(api.visits.getCalendarLinks.queryOptions({}));
  const withToasts = useMutationToasts(api.visits.getCalendarLinks.key());
  const create = useMutation(
    api.visits.renewCalendarLinks.mutationOptions(
      withToasts('Calendar link created', 'Failed to create the calendar link'),
    ),
  );
  if (query.isError) return <LoadError title="Failed to load your calendar link" query={query} />;
  const { data } = query;
  return (
    <Section title="Calendar" id="calendar">
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          See visits in Google Calendar, Outlook or Apple Calendar. Anyone with the link can see
          them, too, so keep it private.
        </Text>
        {data === undefined ? <Skeleton h={96} /> : null}
        {data?.links ? <Links links={data.links} /> : null}
        {data?.links === null ? (
          <div>
            <Button variant="default" loading={create.isPending} onClick={() => create.mutate({})}>
              Create Link
            </Button>
          </div>
        ) : null}
      </Stack>
    </Section>
  );
}

function Links({ links }: { links: z.infer<typeof CalendarLinks> }) {
  const [kind, setKind] = useState<'mine' | 'all'>('mine');
  const [question, setQuestion] = useState<keyof typeof QUESTIONS | null>(null);
  const { origin, host } = window.location;
  const path = links[kind] ?? links.all;
  return (
    <>
      {links.mine ? (
        <SegmentedControl
          aria-label="Visits in the calendar"
          data={[...KINDS]}
          value={kind}
          onChange={setKind}
        />
      ) : null}
      <TextInput
        label="Link"
        description="In Google Calendar, use Other calendars > From URL."
        value={origin + path}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Button onClick={() => void copyText(origin + path, 'Calendar link copied')}>Copy</Button>
        <Button variant="default" component="a" href={`webcal://${host}${path}`}>
          Add to Calendar
        </Button>
        <Button variant="subtle" onClick={() => setQuestion('renew')}>
          Renew Link
        </Button>
        <Button variant="subtle" color="red" onClick={() => setQuestion('turnOff')}>
          Turn Off
        </Button>
      </Group>
      <Question question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

const QUESTIONS = {
  renew: {
    title: 'Renew Link',
    text: 'The old link stops working right away. Add the new one to your calendars.',
    done: 'Calendar link renewed',
    failed: 'Failed to renew the calendar link',
  },
  turnOff: {
    title: 'Turn Off',
    text: 'The link stops working right away, and visits disappear from your calendars.',
    done: 'Calendar link turned off',
    failed: 'Failed to turn off the calendar link',
  },
} as const;

type QuestionProps = { question: keyof typeof QUESTIONS | null; onClose: () => void };

function Question({ question, onClose }: QuestionProps) {
  const withToasts = useMutationToasts(api.visits.getCalendarLinks.key());
  const { title, text, done, failed } = QUESTIONS[question ?? 'renew'];
  const toasts = withToasts(done, failed, onClose);
  const renew = useMutation(api.visits.renewCalendarLinks.mutationOptions(toasts));
  const turnOff = useMutation(api.visits.turnOffCalendarLinks.mutationOptions(toasts));
  return (
    <ConfirmDialog
      isOpen={question !== null}
      title={title}
      confirmLabel={title}
      isBusy={renew.isPending || turnOff.isPending}
      onConfirm={() => (question === 'turnOff' ? turnOff : renew).mutate({})}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
