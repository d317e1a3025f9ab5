import { ConnectionCard } from '#web/features/drive/connection/connection-card.tsx';
import { Page } from '#web/ui/page.tsx';

/** What holds for the whole installation. */
export function SettingsScreen() {
  return (
    <Page title="Settings" subtitle="What all staff share">
      <ConnectionCard />
    </Page>
  );
}
