import { implement } from '@orpc/server';
import { driveTransfers } from '#contract/drive.ts';
import { call, callAs, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { importNew } from './imports/import-new.ts';
import { cancelImport, importsOf, retryImport, startImport } from './imports/service.ts';
import { cancelSave, savesOf, startSave } from './saves/service.ts';

const os = implement(driveTransfers).$context<ApiContext>();
const use = withAbility('drive.use');

export const driveTransferRoutes = {
  import: os.import.use(use).handler(call(startImport)),
  imports: os.imports.use(use).handler(callAs('imports', importsOf)),

  cancel: os.cancel.use(use).handler(call(cancelImport)),
  retry: os.retry.use(use).handler(call(retryImport)),

  checkForNew: os.checkForNew.use(use).handler(call(importNew)),
  save: os.save.use(use).handler(call(startSave)),

  cancelSave: os.cancelSave.use(use).handler(call(cancelSave)),
  saves: os.saves.use(use).handler(callAs('saves', savesOf)),
};
