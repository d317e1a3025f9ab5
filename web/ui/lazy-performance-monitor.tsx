import { Suspense } from 'react';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { usePerformanceMonitor } from '#web/lib/performance-switch.ts';

const PerformanceMonitor = lazyPart(
  () => import('./performance-monitor.tsx'),
  'PerformanceMonitor',
);

export function LazyPerformanceMonitor() {
  return <Suspense>{usePerformanceMonitor() ? <PerformanceMonitor /> : null}</Suspense>;
}
