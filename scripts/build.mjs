// `npm run build`: installs the packages and builds the web pages, for programs that start Overfly (deploy/).
import { fail } from './run.mjs';
import { ensurePackages, ensureWebBuild } from './setup.mjs';

try {
  await ensurePackages();
  await ensureWebBuild();
} catch (error) {
  fail(error);
}
