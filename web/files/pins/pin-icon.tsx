import { IconCheck, IconMapPin, IconMessage } from '@tabler/icons-react';
import type { PinState } from '#domain/pins.ts';

const ICONS = { open: IconMapPin, answered: IconMessage, done: IconCheck };

export function PinIcon({ state, size = 16 }: { state: PinState; size?: number }) {
  const Icon = ICONS[state];
  return <Icon size={size} stroke={2} aria-hidden />;
}
