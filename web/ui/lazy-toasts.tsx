import { Suspense } from 'react';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { useToastsWanted } from './toast.ts';

const Toasts = lazyPart(() => import('./toasts.tsx'), 'Toasts');

/** The place of the toasts, fetched with the first of them. */
export function LazyToasts() {
  return <Suspense>{useToastsWanted() ? <Toasts /> : null}</Suspense>;
}
