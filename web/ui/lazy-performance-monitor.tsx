import { Suspense } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { usePerformanceMonitor } from '#web/lib/performance-switch.ts';

const PerformanceMonitor = lazyComponent(
  () => import('./performance-monitor.tsx'),
  'PerformanceMonitor',
);

export function LazyPerformanceMonitor() {
  return <Suspense>{usePerformanceMonitor() ? <PerformanceMonitor /> : null}</Suspense>;
}
