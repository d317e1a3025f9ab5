import { lazyRouteComponent } from '@tanstack/react-router';
import { patientImport } from '#web/lib/patient-import.ts';

/** A screen that is fetched when somebody goes there. */
export const lazyScreen = <T extends Record<string, unknown>, Name extends keyof T>(
  load: () => Promise<T>,
  name: Name,
) => lazyRouteComponent(() => patientImport(load), name);
