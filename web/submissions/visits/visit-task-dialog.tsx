import type { Visit } from '#domain/visits.ts';
import { useVisitChanges } from './use-visit-changes.ts';
import { ReasonDialog, VisitDialog } from './visit-dialogs.tsx';

export type VisitTask = 'move' | 'cancel' | 'weather';

type VisitTaskProps = { task: VisitTask; visit: Visit; onClose: () => void };

export function VisitTaskDialog({ task, visit, onClose }: VisitTaskProps) {
  const { move, cancel, isBusy } = useVisitChanges();
  if (task === 'move')
    return (
      <VisitDialog
        title="Move Visit"
        projectId={visit.projectId}
        timeZone={visit.timeZone}
        visit={visit}
        isBusy={isBusy}
        onSubmit={(to) => move(visit, to, onClose)}
        onClose={onClose}
      />
    );
  const isWeather = task === 'weather';
  const planned = isWeather ? 'Weathered Out' : 'Cancel Visit';
  return (
    <ReasonDialog
      title={visit.state === 'requested' ? 'Decline Request' : planned}
      visit={visit}
      description="Clients who see the visit are notified and see this reason."
      placeholder={isWeather ? 'Wind above 25 mph' : 'Site closed'}
      isBusy={isBusy}
      onSubmit={(reason) => cancel(visit, { reason, isWeather }, onClose)}
      onClose={onClose}
    />
  );
}
