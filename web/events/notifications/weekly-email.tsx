import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { WEEKDAYS } from '#domain/visit-texts.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ActionsMenu } from '#web/ui/actions-menu.tsx';

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];

/** Emails the viewpoint's latest two photos on a weekday. */
export function WeeklyEmail({ viewpointId }: { viewpointId: string }) {
  const { data } = useQuery(api.notifications.subscriptions.queryOptions({}));
  const withToasts = useMutationToasts(api.notifications.key());
  const { mutate } = useMutation(
    api.notifications.subscribe.mutationOptions(
      withToasts(
        ({ weekday }) =>
          weekday === null
            ? 'Weekly email stopped'
            : `Emailed every ${WEEKDAYS[weekday]} at 7 AM if there is a new photo`,
        'Failed to change the weekly email',
      ),
    ),
  );
  const chosen = data?.subscriptions.find((one) => one.viewpointId === viewpointId)?.weekday;
  const name = chosen === undefined ? 'Email Me Weekly' : `Emailed on ${WEEKDAYS[chosen]}s`;
  return (
    <ActionsMenu
      name={name}
      target={
        <Button
          variant="default"
          className="screen-only"
          disabled={!data}
          leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
        >
          {name}
        </Button>
      }
      actions={[
        ...MONDAY_FIRST.map((weekday) => ({
          label: `Every ${WEEKDAYS[weekday]}`,
          isDisabled: weekday === chosen,
          run: () => mutate({ viewpointId, weekday }),
        })),
        chosen === undefined
          ? null
          : { label: 'Stop', run: () => mutate({ viewpointId, weekday: null }) },
      ]}
    />
  );
}
