import { Stack } from '@mantine/core';
import { AuditChain } from '#web/events/audit/audit-chain.tsx';
import { SigningKeys } from '#web/sharing/evidence/signing-keys.tsx';
import { UndeliveredMails } from '#web/events/mails/undelivered-mails.tsx';
import { BackupsSection } from '#web/operations/backups/backups-section.tsx';
import { BackgroundJobs } from '#web/operations/system/background-jobs.tsx';
import { StorageSection } from '#web/operations/system/storage-use.tsx';
import { Page } from '#web/ui/page.tsx';
import { OverviewSystem } from './overview-system.tsx';

export function SystemScreen() {
  return (
    <Page title="System" subtitle="Jobs, backups, storage, email and signing key">
      <Stack gap="lg">
        <OverviewSystem title="Status" health={undefined} isFetched />
        <BackupsSection />
        <UndeliveredMails />
        <BackgroundJobs />
        <StorageSection />
        <AuditChain />
        <SigningKeys />
      </Stack>
    </Page>
  );
}
