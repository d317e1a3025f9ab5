import { SimpleGrid, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ShareLink } from '#domain/share-links.ts';
import { api } from '#web/lib/api.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { copyLink, nameOf } from './share-link-names.ts';
import { ShareLinkCard } from './share-link-card.tsx';

const EditShareLink = lazyComponent(() => import('./edit-share-link.tsx'), 'EditShareLink');
const ShareLinkCode = lazyComponent(() => import('./share-link-code.tsx'), 'ShareLinkCode');

function useChanges() {
  const withToasts = useMutationToasts(api.shareLinks.key());
  const setActive = useMutation(
    api.shareLinks.update.mutationOptions(
      withToasts(
        ({ isActive }: ShareLink) => (isActive ? 'Share link enabled' : 'Share link disabled'),
        'Failed to update share status',
      ),
    ),
  );
  const remove = useMutation(
    api.shareLinks.remove.mutationOptions(
      withToasts('Share link deleted', 'Failed to delete share link'),
    ),
  );
  return { setActive, remove };
}

export function ShareLinkList({ links }: { links: readonly ShareLink[] }) {
  const { setActive, remove } = useChanges();
  const [toDelete, setToDelete] = useState<ShareLink | null>(null);
  const [toEdit, setToEdit] = useState<ShareLink | null>(null);
  const [toScan, setToScan] = useState<ShareLink | null>(null);
  return (
    <>
      <SimpleGrid type="container" cols={{ base: 1, '36rem': 2, '56rem': 3 }} spacing="md">
        <ErrorBoundaries>
          {links.map((link) => (
            <ShareLinkCard
              key={link.id}
              link={link}
              isBusy={setActive.isPending && setActive.variables.id === link.id}
              onCopy={(chosen) => void copyLink(chosen)}
              onEdit={setToEdit}
              onShowCode={setToScan}
              onSetActive={({ id }, isActive) => setActive.mutate({ id, isActive })}
              onDelete={setToDelete}
            />
          ))}
        </ErrorBoundaries>
      </SimpleGrid>
      <Suspense>
        {toEdit ? <EditShareLink link={toEdit} onClose={() => setToEdit(null)} /> : null}
        {toScan ? <ShareLinkCode link={toScan} onClose={() => setToScan(null)} /> : null}
      </Suspense>
      <ConfirmDialog
        isOpen={toDelete !== null}
        title="Delete Share Link"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        onClose={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete) remove.mutate({ id: toDelete.id }, { onSettled: () => setToDelete(null) });
        }}
      >
        <Text>
          The link to <strong>{toDelete ? nameOf(toDelete) : ''}</strong> will stop working right
          away for everyone who has it. This cannot be undone.
        </Text>
      </ConfirmDialog>
    </>
  );
}
