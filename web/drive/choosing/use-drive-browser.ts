import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DriveListing } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { useShowProblem } from '../problem.ts';

export type DriveBrowser = ReturnType<typeof useDriveBrowser>;

type DriveBrowserOptions = {
  submissionId: string;
  isForVideos: boolean;
  /** Called with the URL of the folder that a pasted link leads to. */
  onFolder?: ((url: string) => void) | undefined;
};

type BrowsedFolder = DriveListing & { withSubfolders: boolean };

type BrowseInput = {
  link: string;
  isInside?: boolean;
};

export function useDriveBrowser({ submissionId, isForVideos, onFolder }: DriveBrowserOptions) {
  const [withSubfolders, setWithSubfolders] = useState(false);
  /** The path of opened folders. The last one is the current folder. */
  const [trail, setTrail] = useState<readonly BrowsedFolder[]>([]);
  const showProblem = useShowProblem();
  const queryClient = useQueryClient();
  const browse = useMutation({
    mutationFn: async ({ link }: BrowseInput): Promise<BrowsedFolder> => {
      const found = await api.drive.inspect.call({
        link,
        submissionId,
        ...(isForVideos ? { kind: 'video' as const } : {}),
        subfolders: withSubfolders,
      });
      return { ...found, withSubfolders };
    },
    onSuccess: (found, { isInside = false }) => {
      // The list's sharing state is newer than what the dialogs have cached.
      queryClient.removeQueries({ queryKey: api.drive.getSharing.key() });
      setTrail(isInside ? [...trail, found] : [found]);
      if (!isInside && found.target.kind === 'folder') onFolder?.(found.target.url);
    },
    onError: (error, { isInside = false }) => {
      // The previous list must not look like the result of the new link.
      if (!isInside) setTrail([]);
      showProblem(error, 'Failed to load files from Google Drive');
    },
  });
  return {
    found: trail.at(-1) ?? null,
    above: trail.slice(0, -1),
    isBusy: browse.isPending,
    withSubfolders,
    setWithSubfolders,
    browse: browse.mutate,
    backTo: (index: number) => setTrail(trail.slice(0, index + 1)),
    clear: () => setTrail([]),
  };
}
