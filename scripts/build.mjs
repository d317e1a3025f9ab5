// `npm run build`: installs packages and builds the web pages, for deploy/.
import { fail } from './run.mjs';
import { ensurePackages, ensureWebBuild } from './setup.mjs';

try {
  await ensurePackages();
  await ensureWebBuild();
} catch (error) {
  fail(error);
}
