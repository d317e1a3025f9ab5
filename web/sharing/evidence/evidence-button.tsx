import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { EvidenceScope } from '#domain/evidence.ts';
import { EvidenceDialog } from './evidence-dialog.tsx';

type EvidenceButtonProps = { scope: EvidenceScope; fullWidth?: boolean };

/** Makes a signed pack of a week or a project, for whoever must prove something. */
export function EvidenceButton({ scope, fullWidth = false }: EvidenceButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        fullWidth={fullWidth}
        leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Evidence Pack
      </Button>
      <EvidenceDialog scope={scope} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
