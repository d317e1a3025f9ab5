import { Portal, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { gatherDrop, type GatheredFiles } from '#web/files/uploads/picked-files.ts';
import classes from '#web/submissions/card/visit.module.css';
import { ROUTES } from '#web/lib/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { addToCard } from './saved-card.ts';

function isCardDrag({ dataTransfer, target }: DragEvent): boolean {
  const isForZone = target instanceof Element && target.closest('.mantine-Dropzone-root') !== null;
  return !isForZone && (dataTransfer?.types.includes('Files') ?? false);
}

/** Accepts a card or folder dropped anywhere in the back office, except on upload areas. */
export function CardDrop() {
  const navigate = useNavigate();
  const { submissionId } = useParams({ strict: false });
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (submissionId !== undefined) return;
    const take = async (gathering: Promise<GatheredFiles>) => {
      try {
        const gathered = await gathering;
        if (gathered.files.length === 0) {
          return toast.error('The folder you dropped has no files.');
        }
        await addToCard(gathered);
        await navigate({ to: ROUTES.card });
      } catch {
        toast.error("Can't read the card", "Check that it's still inserted.");
      }
    };
    // Browsers also report a picture dragged from the page as a file.
    let isOurs = false;
    const begin = () => {
      isOurs = true;
    };
    const end = () => {
      isOurs = false;
    };
    const over = (event: DragEvent) => {
      const isCard = !isOurs && isCardDrag(event);
      setOver(isCard);
      if (isCard) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (isOurs || !isCardDrag(event) || !event.dataTransfer) return;
      event.preventDefault();
      void take(gatherDrop(event.dataTransfer));
    };
    window.addEventListener('dragstart', begin);
    window.addEventListener('dragend', end);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragstart', begin);
      window.removeEventListener('dragend', end);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [navigate, submissionId]);
  if (!isOver) return null;
  return (
    <Portal>
      <div className={classes.drop}>
        <div>
          <Text fw={600} size="xl">
            Drop the card or folder
          </Text>
          <Text c="dimmed">The card is read first. Nothing is uploaded until you confirm.</Text>
        </div>
      </div>
    </Portal>
  );
}
