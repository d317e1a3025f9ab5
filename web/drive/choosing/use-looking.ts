import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DriveLook } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { useTellProblem } from '../problem.ts';

export type Looking = ReturnType<typeof useLooking>;

type LookingParts = {
  submissionId: string;
  isForVideos: boolean;
  /** Hears of the folder that a pasted link leads to. */
  onFolder?: ((url: string) => void) | undefined;
};

/** What was found, and whether the folders inside were looked through. */
type Seen = DriveLook & { withSubfolders: boolean };

type Order = {
  link: string;
  /** A folder inside of the one that is shown. */
  isInside?: boolean;
};

/** What links to Google Drive lead to, and the way through the folders inside. */
export function useLooking({ submissionId, isForVideos, onFolder }: LookingParts) {
  const [withSubfolders, setWithSubfolders] = useState(false);
  /** The folders one has come through, the one that is shown last. */
  const [trail, setTrail] = useState<readonly Seen[]>([]);
  const tellProblem = useTellProblem();
  const queryClient = useQueryClient();
  const look = useMutation({
    mutationFn: async ({ link }: Order): Promise<Seen> => {
      const found = await api.drive.look.call({
        link,
        submissionId,
        ...(isForVideos ? { kind: 'video' as const } : {}),
        subfolders: withSubfolders,
      });
      return { ...found, withSubfolders };
    },
    onSuccess: (found, { isInside = false }) => {
      // What it says of who can open a file is newer than what dialogs heard.
      queryClient.removeQueries({ queryKey: api.drive.publicity.key() });
      setTrail(isInside ? [...trail, found] : [found]);
      if (!isInside && found.target.kind === 'folder') onFolder?.(found.target.url);
    },
    onError: (error, { isInside = false }) => {
      // What is shown must not pass for what the link in the field leads to.
      if (!isInside) setTrail([]);
      tellProblem(error, 'Failed to load files from Google Drive');
    },
  });
  return {
    found: trail.at(-1) ?? null,
    /** The folders above the one that is shown. */
    above: trail.slice(0, -1),
    isBusy: look.isPending,
    withSubfolders,
    setWithSubfolders,
    look: look.mutate,
    /** Back to one of the folders above, by its place among them. */
    backTo: (index: number) => setTrail(trail.slice(0, index + 1)),
    clear: () => setTrail([]),
  };
}
