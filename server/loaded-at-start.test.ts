import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Packages that take megabytes of memory and that few requests need. */
const HEAVY_PACKAGES = [
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@techstark/opencv-js',
  'geotiff',
  'google-auth-library',
  'mediabunny',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'proj4',
  'sharp',
];

const LISTING = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({
    load(url, context, next) {
      urls.push(url);
      return next(url, context);
    },
  });
  for (const name of ['context', 'app', 'worker']) await import('./server/' + name + '.ts');
  process.stdout.write(urls.join('\\n'));
`;

test('startup loads no large, rarely used packages', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', LISTING],
    { cwd: join(import.meta.dirname, '..'), maxBuffer: 16 * 1024 ** 2 },
  );
  const urls = stdout.split('\n');
  expect(urls.some((url) => url.includes('/node_modules/fastify/'))).toBe(true);
  const isLoaded = (name: string) => urls.some((url) => url.includes(`/node_modules/${name}/`));
  expect(HEAVY_PACKAGES.filter(isLoaded)).toEqual([]);
});
