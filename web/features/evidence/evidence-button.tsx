import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import type { EvidenceScope } from '#domain/evidence.ts';
import { EvidenceDialog } from './evidence-dialog.tsx';

type EvidenceButtonProps = { scope: EvidenceScope; fullWidth?: boolean };

/** Makes a signed pack of a week or a project, for whoever must prove something. */
export function EvidenceButton({ scope, fullWidth = false }: EvidenceButtonProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        fullWidth={fullWidth}
        leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
        onClick={dialog.open}
      >
        Evidence Pack
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Evidence Pack" size="lg">
        <EvidenceDialog scope={scope} onClose={dialog.close} />
      </Modal>
    </>
  );
}
