import { oc } from '@orpc/contract';
import { z } from 'zod';
import { BinPage, BinQuery, BinTarget } from '#domain/bin.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Bin'] });

export const bin = {
  list: route('GET', '/operator/bin', 'List what is in the trash').input(BinQuery).output(BinPage),
  days: route(
    'GET',
    '/operator/bin/days',
    'Tell for how many days what is deleted can be restored',
  ).output(z.object({ binDays: z.int() })),
  restore: route(
    'POST',
    '/operator/bin/{kind}/{id}/restore',
    'Restore a project, submission or file with all that was deleted with it',
  )
    .input(BinTarget)
    .output(BinTarget),
  remove: route(
    'DELETE',
    '/operator/bin/{kind}/{id}',
    'Delete an item in the trash for good, with its originals',
  )
    .input(BinTarget)
    .output(BinTarget),
};
