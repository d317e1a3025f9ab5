import { implement } from '@orpc/server';
import { exports } from '#contract/exports.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { requestExport } from './make-archive.ts';

const os = implement(exports).$context<ApiContext>();

export const exportRoutes = {
  make: os.make.use(withAbility('companies.export')).handler(call(requestExport)),
};
