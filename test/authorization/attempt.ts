import type { ViewerName } from './table.ts';
import type { World } from './world.ts';

export type PlainRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: Buffer;
};

/** `input` for an operation of the contract, or `request` for a plain route; `headers` are added to the viewer's. */
export type Attempt = {
  input?: Record<string, unknown>;
  request?: PlainRequest;
  headers?: Record<string, string>;
};
export type Prepare = (world: World, viewer: ViewerName) => Attempt | Promise<Attempt>;

export const input = (values: Record<string, unknown>): Attempt => ({ input: values });
export const none: Prepare = () => ({});

let counter = 0;
export const unique = () => `A${Date.now()}${++counter}`;

export const get = (url: string): Attempt => ({ request: { method: 'GET', url } });
export const post = (url: string): Attempt => ({ request: { method: 'POST', url } });
