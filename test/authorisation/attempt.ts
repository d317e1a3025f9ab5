import type { ViewerName } from './table.ts';
import type { World } from './world.ts';

export type PlainRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: Buffer;
};

/** `input` of a contract operation, or `request` to a plain route; `headers` in addition to the viewer's. */
export type Attempt = {
  input?: Record<string, unknown>;
  request?: PlainRequest;
  headers?: Record<string, string>;
};
export type Prepare = (world: World, viewer: ViewerName) => Attempt | Promise<Attempt>;

export const input = (values: Record<string, unknown>): Attempt => ({ input: values });
export const none: Prepare = () => ({});

let counter = 0;
/** A text unique in this test run. */
export const unique = () => `A${Date.now()}${++counter}`;

export const get = (url: string): Attempt => ({ request: { method: 'GET', url } });
export const post = (url: string): Attempt => ({ request: { method: 'POST', url } });
