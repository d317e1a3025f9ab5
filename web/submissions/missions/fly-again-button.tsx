import { Button, Loader, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRoute } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Project } from '#domain/projects.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';

const FlyAgain = lazyComponent(() => import('./fly-again.tsx'), 'FlyAgain');

export function FlyAgainButton({ project }: { project: Project }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRoute size={14} stroke={1.75} aria-hidden />}
        onClick={dialog.open}
      >
        Fly It Again
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Fly It Again" size="xl">
        <Suspense fallback={<Loader aria-label="Loading viewpoints" />}>
          <FlyAgain project={project} />
        </Suspense>
      </Modal>
    </>
  );
}
