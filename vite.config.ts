import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string) => resolve(import.meta.dirname, 'web', path);

const ASSETS = resolve(import.meta.dirname, 'dist/web/assets');
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Puts a compressed copy of either kind beside every script and style sheet, for the server to send. */
const compressed = (): Plugin => ({
  name: 'compressed-copies',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle() {
    const names = (await readdir(ASSETS)).filter((name) => /\.(js|css)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(ASSETS, name));
        await writeFile(join(ASSETS, `${name}.br`), await promisify(brotliCompress)(bytes, brotli));
        await writeFile(join(ASSETS, `${name}.gz`), await promisify(gzip)(bytes));
      }),
    );
  },
});

/**
 * Puts the style sheets of the app behind what stands in its page already, which is then painted before
 * they have come. Scripts wait for them all the same.
 */
const stylesAfterFirstPaint = (): Plugin => ({
  name: 'styles-after-first-paint',
  transformIndexHtml: {
    order: 'post',
    handler(html, { filename }) {
      if (!filename.endsWith('app.html')) return html;
      const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const rest = links.reduce((page, link) => page.replace(link, ''), html);
      return rest.replace(/ *<noscript>/, (mark) => `${links.join('')}${mark}`);
    },
  },
});

/**
 * One `vite build` makes both halves: the three pages with their scripts in dist/web, and the
 * modules that the server renders with in dist/server: the share page at each request, the public
 * pages once.
 */
export default defineConfig({
  root: at('.'),
  plugins: [react(), compressed(), stylesAfterFirstPaint()],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: true,
    emptyOutDir: true,
    // Browsers that need it are older than what the scripts are built for, and do without.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: '../dist/web',
        rolldownOptions: { input: ['index.html', 'app.html', 'shared.html'].map(at) },
      },
    },
    ssr: {
      build: {
        outDir: '../dist/server',
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            shared: at('areas/public-share/server.tsx'),
            marketing: at('areas/marketing/server.tsx'),
          },
          output: { entryFileNames: '[name].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        await builder.build(environment);
      }
    },
  },
});
