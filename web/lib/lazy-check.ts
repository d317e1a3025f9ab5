import type { FormErrors } from '@mantine/form';
import { importWithRetry } from './import-with-retry.ts';

type Check = (values: Record<string, unknown>) => FormErrors;

/** What `useForm` takes as `validate`, and how to fetch it before it is needed. */
export type LazyCheck = {
  check: (values: Record<string, unknown>) => FormErrors | Promise<FormErrors>;
  onForm: { onFocus: () => void };
};

/**
 * The check of a form that comes with its library when the form is first touched, at the latest when it is
 * sent: `onForm` belongs to its form. Its button must rest while `form.validating`.
 */
export function lazyCheck(load: () => Promise<Check>): LazyCheck {
  let there: Check | null = null;
  let onWay: Promise<Check> | null = null;
  const fetch = () =>
    (onWay ??= importWithRetry(load).then(
      (check) => (there = check),
      (error: unknown) => {
        onWay = null;
        throw error;
      },
    ));
  return {
    check: (values) => (there ? there(values) : fetch().then((check) => check(values))),
    onForm: { onFocus: () => void fetch().catch(() => {}) },
  };
}
