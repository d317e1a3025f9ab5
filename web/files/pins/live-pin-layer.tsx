import type { ComponentProps } from 'react';
import type { Fractions } from '#domain/pin-places.ts';
import type { Pin } from '#domain/pins.ts';
import { toast } from '#web/ui/toast.ts';
import { PinLayer } from './pin-layer.tsx';
import { useFilePins, usePinActions } from './use-pins.ts';

export function LivePinLayer(props: Omit<ComponentProps<typeof PinLayer>, 'pins' | 'onMove'>) {
  const pins = useFilePins(props.file.id);
  const { update } = usePinActions();
  const move = ({ id, version, place }: Pin, moveTo: Fractions) =>
    update.mutate(
      { id, version, moveTo },
      {
        onSuccess: (moved) => {
          if (place.kind !== 'file') return;
          toast.undoable('Pin moved', () =>
            update.mutate({ id, version: moved.version, moveTo: { x: place.x, y: place.y } }),
          );
        },
        onError: (error) => toast.failure('Failed to move the pin', error),
      },
    );
  return <PinLayer {...props} pins={pins} onMove={move} />;
}
