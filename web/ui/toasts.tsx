import { useHotkeys } from '@mantine/hooks';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { keepClear } from './keep-clear.ts';

const PLACE = 'bottom-center';
const MOST = 4;

const region = () =>
  document.querySelector<HTMLElement>(`.mantine-Notifications-root[data-position='${PLACE}']`);

/** Where toasts are shown, several at once; Alt+T leads to them, also from within a dialog. */
export function Toasts() {
  const isEmpty = useNotifications().notifications.length === 0;
  // The region comes a moment after the first toast, which is what this was loaded for.
  useEffect(() => (isEmpty ? undefined : keepClear(region)), [isEmpty]);
  const focus = () => region()?.querySelector('button')?.focus();
  useHotkeys([['alt+T', focus, { usePhysicalKeys: true }]], []);
  return <Notifications position={PLACE} limit={MOST} />;
}
