import { useBlocker } from '@tanstack/react-router';

/** The browser's Back closes what lies over the whole page, and the page stays. */
export function useCloseOnBack(onClose: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      onClose();
      return true;
    },
    enableBeforeUnload: false,
  });
}
