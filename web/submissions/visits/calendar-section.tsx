import { Button, Group, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStaffRole } from '#domain/roles.ts';
import { CALENDAR_FILES } from '#domain/visit-texts.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useSession } from '#web/lib/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Section } from '#web/ui/section.tsx';
import { Loaded } from '#web/ui/states.tsx';

const CHOICES = [
  { value: 'mine', label: 'My Visits' },
  { value: 'all', label: 'All Visits' },
] as const;
type Question = 'Renew Link' | 'Turn Off';

/** The person's link for calendar apps. */
export function CalendarSection() {
  const query = useQuery(api.visits.getCalendarLink.queryOptions({}));
  const [question, setQuestion] = useState<Question>('Renew Link');
  const [isAsking, dialog] = useDisclosure(false);
  const withToasts = useMutationToasts(api.visits.getCalendarLink.key());
  const set = useMutation(
    api.visits.setCalendarLink.mutationOptions(
      withToasts(
        ({ path }) => (path === null ? 'Calendar link turned off' : 'Calendar link created'),
        'Failed to change the calendar link',
        dialog.close,
      ),
    ),
  );
  return (
    <Section title="Calendar" id="calendar">
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          See visits in Google Calendar, Outlook or Apple Calendar. Anyone with the link can see
          them, too, so keep it private.
        </Text>
        <Loaded
          query={query}
          failed="Failed to load your calendar link"
          waiting={<Skeleton h={36} />}
        >
          {({ path }) =>
            path === null ? (
              <Button
                variant="default"
                w="fit-content"
                loading={set.isPending}
                onClick={() => set.mutate({ isOn: true })}
              >
                Create Link
              </Button>
            ) : (
              <Link
                path={path}
                onAsk={(asked) => {
                  setQuestion(asked);
                  dialog.open();
                }}
              />
            )
          }
        </Loaded>
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        title={question}
        confirmLabel={question}
        isBusy={set.isPending}
        onConfirm={() => set.mutate({ isOn: question === 'Renew Link' })}
        onClose={dialog.close}
      >
        The old link stops working right away, also in calendars that already use it.
      </ConfirmDialog>
    </Section>
  );
}

function Link({ path, onAsk }: { path: string; onAsk: (question: Question) => void }) {
  const { user } = useSession();
  const isStaff = user !== null && isStaffRole(user.role);
  const [choice, setChoice] = useState<keyof typeof CALENDAR_FILES>(isStaff ? 'mine' : 'all');
  const url = `${window.location.origin}${path}/${CALENDAR_FILES[choice]}`;
  return (
    <>
      {isStaff ? (
        <SegmentedControl
          aria-label="Visits in the calendar"
          data={[...CHOICES]}
          value={choice}
          onChange={setChoice}
        />
      ) : null}
      <TextInput
        label="Link"
        description="In Google Calendar, use Other calendars > From URL."
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Button onClick={() => void copyText(url, 'Calendar link copied')}>Copy</Button>
        <Button variant="default" component="a" href={url.replace(/^https?/, 'webcal')}>
          Add to Calendar
        </Button>
        <Button variant="subtle" onClick={() => onAsk('Renew Link')}>
          Renew Link
        </Button>
        <Button variant="subtle" color="red" onClick={() => onAsk('Turn Off')}>
          Turn Off
        </Button>
      </Group>
    </>
  );
}
