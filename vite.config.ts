import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite';
import { BUILD_TARGET } from './scripts/browsers.mjs';

const at = (path: string) => resolve(import.meta.dirname, 'web', path);

const CONTRACT = resolve(import.meta.dirname, 'contract/contract.ts');
const ASSETS = resolve(import.meta.dirname, 'dist/web/assets');
const WORKER = 'offline-worker.js';
const DOMAIN = resolve(import.meta.dirname, 'domain');
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes Brotli and gzip copies of scripts, style sheets and JSON files, so that the server doesn't compress them. */
const compressed = (): Plugin => ({
  name: 'compressed-copies',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  async writeBundle() {
    const names = (await readdir(ASSETS)).filter((name) => /\.(js|css|json)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(ASSETS, name));
        await writeFile(join(ASSETS, `${name}.br`), await promisify(brotliCompress)(bytes, brotli));
        await writeFile(join(ASSETS, `${name}.gz`), await promisify(gzip)(bytes));
      }),
    );
  },
});

/** Share pages use Preact instead of React, because visitors load only one page (docs/decisions/0079). */
const PREACT: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

const preactForSharedPage = (): Plugin => ({
  name: 'preact-for-shared-page',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'shared',
  resolveId(name, importer) {
    const other = PREACT[name];
    return other === undefined ? null : this.resolve(other, importer, { skipSelf: true });
  },
});

/** Contract fields that only the API reference needs. */
const DESCRIPTION = new Set(['summary', 'description', 'successDescription', 'tags']);

/** Keeps only the contract's methods and paths in bundles, because its schemas would pull in zod. */
const contractWithoutSchemas = (): Plugin => ({
  name: 'contract-without-schemas',
  apply: 'build',
  async load(id) {
    if (id !== CONTRACT) return null;
    const { contract } = (await import(CONTRACT)) as { contract: AnyContractRouter };
    const json = JSON.stringify(minifyContractRouter(contract), (key, value: unknown) =>
      DESCRIPTION.has(key) ? undefined : value,
    );
    return `export const contract = ${json};`;
  },
});

/** Marks top-level calls in the domain, mainly schemas, as free of side effects, so that unused ones are dropped. */
const dropUnusedSchemas = (): Plugin => ({
  name: 'unused-schemas-left-out',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: `${DOMAIN}/*.ts` },
    handler(code) {
      const calls = this.parse(code).body.flatMap((statement) => {
        const declared = 'declaration' in statement ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') return [];
        return declared.declarations.flatMap(({ init }) =>
          init?.type === 'CallExpression' ? [init] : [],
        );
      });
      const marked = calls.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/*@__PURE__*/(() => ${text.slice(start, end)})()${text.slice(end)}`,
        code,
      );
      return { code: marked, map: null, moduleSideEffects: false };
    },
  },
});

/** Chunks that the portal doesn't use. The service worker doesn't cache them for offline use. */
const OUTSIDE_PORTAL = /areas\/(auth|operator|public-share|marketing)\/|files\/uploads\//;
/** Font files for scripts other than Latin. */
const isOtherScript = (file: string) => /inter-(?!latin-wght)/.test(file);
/** County outlines, needed only when zoomed in. */
const isCounties = (file: string) => file.includes('counties-10m');
/** Libraries that every screen needs, in one chunk because it compresses better than forty. */
const APP_LIBRARIES =
  /node_modules[\\/](@mantine|@orpc|@tanstack|react|react-dom|scheduler|use-sync-external-store|clsx|@tabler)[\\/]/;
const PLAIN_FILES = ['/favicon.svg'];

/** Lists the portal's files in the service worker, so that its content changes with each version. */
const listPortalFiles = (): Plugin => ({
  name: 'files-of-portal',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const files = new Set<string>();
    const add = (name: string) => {
      const chunk = bundle[name];
      if (files.has(name) || chunk?.type !== 'chunk') return;
      if (OUTSIDE_PORTAL.test(chunk.facadeModuleId ?? '')) return;
      files.add(name);
      for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
      for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(file);
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next);
    };
    for (const [name, chunk] of Object.entries(bundle)) {
      if (chunk.type === 'chunk' && chunk.isEntry && chunk.name === 'app') add(name);
      if (/inter-latin-wght-normal.*woff2$/.test(name)) files.add(name);
    }
    const worker = bundle[WORKER];
    if (worker?.type !== 'chunk') throw new Error('The service worker was not built.');
    const kept = [...files]
      .filter((file) => !isOtherScript(file) && !isCounties(file))
      .map((file) => `/${file}`);
    const version = createHash('sha256').update(kept.join()).digest('hex').slice(0, 12);
    const build = JSON.stringify({ version, files: [...kept, ...PLAIN_FILES] });
    worker.code = `self.BUILD=${build};\n${worker.code}`;
  },
});

/**
 * Moves the app's scripts and style sheets to a list that early-page.ts loads after the first paint. Otherwise, they
 * would delay that paint on slow connections and processors.
 */
const loadAppAfterFirstPaint = (): Plugin => ({
  name: 'app-after-first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { filename }) {
      if (!filename.endsWith('app.html')) return html;
      const parts =
        / *<(link rel="(stylesheet|modulepreload)"|script type="module")[^>]*>(<\/script>)?\n/g;
      const app = (html.match(parts) ?? [])
        .join('')
        .replaceAll('rel="modulepreload"', '$& fetchpriority="low"');
      return html
        .replaceAll(parts, '')
        .replace('<!--app-->', () => `<template id="app">\n${app}    </template>`);
    },
  },
});

async function inlineScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, {
    target: BUILD_TARGET,
  });
  return `<script>${(await minify(file, code)).code}</script>`;
}

/**
 * Inlines the color scheme script of client and visitor pages, to save a round trip before the first paint. It goes
 * before the style sheets because scripts wait for those. The app also gets the early-page script.
 */
const inlineFirstPaintScripts = (): Plugin => ({
  name: 'scripts-of-first-paint',
  async transformIndexHtml(html, { filename }) {
    if (!/(app|shared)\.html$/.test(filename)) return html;
    const names = ['public/color-scheme.js', 'early-page.ts'];
    const [colors, beginning] = await Promise.all(names.map((name) => inlineScript(at(name))));
    return html
      .replace('<script src="/color-scheme.js"></script>', () => colors ?? '')
      .replace('<!--early-page-->', () => beginning ?? '');
  },
});

/** Inlines the share page's styles: most visitors come only once, so a separate file would cost them a round trip. */
const inlineSharedPageStyles = (): Plugin => ({
  name: 'styles-of-shared-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { filename, bundle = {} }) {
      if (!filename.endsWith('shared.html')) return html;
      return html.replace(
        /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
        (link, name: string) => {
          const sheet = bundle[name];
          return sheet?.type === 'asset' ? `<style>${String(sheet.source)}</style>` : link;
        },
      );
    },
  },
});

/**
 * One `vite build` writes the three pages with their scripts to dist/web, and the server's rendering modules to
 * dist/server. The share page is rendered per request, public pages once.
 */
export default defineConfig({
  root: at('.'),
  plugins: [
    preactForSharedPage(),
    react(),
    contractWithoutSchemas(),
    dropUnusedSchemas(),
    listPortalFiles(),
    compressed(),
    inlineFirstPaintScripts(),
    inlineSharedPageStyles(),
    loadAppAfterFirstPaint(),
  ],
  // An ES module, because the worker that reads memory cards loads rarely used code on demand.
  worker: { format: 'es', plugins: () => [dropUnusedSchemas()] },
  build: {
    target: BUILD_TARGET,
    manifest: true,
    sourcemap: true,
    emptyOutDir: true,
    // Safari before 17 doesn't support modulepreload and fetches these scripts slightly later.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: '../dist/web',
        rolldownOptions: {
          input: ['index.html', 'app.html', 'map-frame.html', 'offline-worker.ts'].map(at),
          output: {
            entryFileNames: ({ name }) =>
              `${name}.js` === WORKER ? WORKER : 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [{ name: 'libraries', tags: ['$initial'], test: APP_LIBRARIES }],
            },
          },
        },
      },
    },
    shared: {
      consumer: 'client',
      build: {
        outDir: '../dist/web',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/shared-manifest.json',
        rolldownOptions: { input: at('shared.html') },
      },
    },
    ssr: {
      // Bundled in production mode regardless of NODE_ENV: React renders three times as fast.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
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
