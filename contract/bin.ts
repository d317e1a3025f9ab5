import { oc } from '@orpc/contract';
import { z } from 'zod';
import { BinPage, BinQuery, BinTarget } from '#domain/bin.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Trash'] });

export const bin = {
  list: route('GET', '/operator/bin', 'List items in the trash').input(BinQuery).output(BinPage),
  days: route(
    'GET',
    '/operator/bin/days',
    'Get the number of days deleted items can be restored',
  ).output(z.object({ binDays: z.int() })),
  restore: route(
    'POST',
    '/operator/bin/{kind}/{id}/restore',
    'Restore a project, submission or file and everything deleted with it',
  )
    .input(BinTarget)
    .output(BinTarget),
  remove: route(
    'DELETE',
    '/operator/bin/{kind}/{id}',
    'Permanently delete an item in the trash and its originals',
  )
    .input(BinTarget)
    .output(BinTarget),
};
