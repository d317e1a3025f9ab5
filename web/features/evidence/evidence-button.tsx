import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { EvidenceScope } from '#domain/evidence.ts';
import { lazyPart } from '#web/lib/import-with-retry.ts';

const EvidenceDialog = lazyPart(() => import('./evidence-dialog.tsx'), 'EvidenceDialog');

type EvidenceButtonProps = { scope: EvidenceScope; fullWidth?: boolean };

/** Makes a signed pack of a week or a project, for whoever must prove something. */
export function EvidenceButton({ scope, fullWidth = false }: EvidenceButtonProps) {
  const [dialog, setDialog] = useState({ isWanted: false, isOpen: false });
  return (
    <>
      <Button
        variant="default"
        fullWidth={fullWidth}
        leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
        onClick={() => setDialog({ isWanted: true, isOpen: true })}
      >
        Evidence Pack
      </Button>
      {dialog.isWanted ? (
        <Suspense>
          <EvidenceDialog
            scope={scope}
            isOpen={dialog.isOpen}
            onClose={() => setDialog({ isWanted: true, isOpen: false })}
          />
        </Suspense>
      ) : null}
    </>
  );
}
