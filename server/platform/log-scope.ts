import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log belongs to: a request, or one try of a job. */
export type LogScope = { requestId: string } | { job: string; jobId: string };

const scopes = new AsyncLocalStorage<LogScope>();

/** Runs `work` so that every line that it writes to the log, however deep, says what it belongs to. */
export const inLogScope = <T>(scope: LogScope, work: () => T): T => scopes.run(scope, work);

/** What the caller runs for; undefined for what nobody asked for, such as a sweep. */
export const logScope = (): LogScope | undefined => scopes.getStore();
