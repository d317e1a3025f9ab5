import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#web/lib/api.ts';

/** Files of a submission that were not taken at its project, and the confirmed ones. */
export function useFilesElsewhere(id: string) {
  const { data } = useQuery(api.submissions.elsewhere.queryOptions({ input: { id } }));
  return useMemo(() => {
    const confirmed = data?.confirmed ?? [];
    const all = [...(data?.files ?? []), ...confirmed];
    return { confirmed, byId: new Map(all.map((file) => [file.fileId, file])) };
  }, [data]);
}
