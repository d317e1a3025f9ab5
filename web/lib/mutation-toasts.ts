import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { toast } from '#web/ui/toast.ts';

/**
 * Toasts for mutations, which also refetch the given keys. Use as the last mutation options: `withToasts('Project
 * Created', 'Failed to create project.', onDone)`.
 */
export function useMutationToasts(...keys: QueryKey[]) {
  const queryClient = useQueryClient();
  return <Result>(
    done: string | ((result: Result) => string),
    failed: string,
    onDone?: () => void,
  ) => ({
    onSuccess: async (result: Result) => {
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      toast.success(typeof done === 'string' ? done : done(result));
      onDone?.();
    },
    onError: (error: unknown) => toast.failure(failed, error),
  });
}
