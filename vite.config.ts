import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => resolve(import.meta.dirname, 'web', path);

/**
 * One `vite build` makes both halves: the three pages with their scripts in dist/web, and the
 * modules that the server renders with in dist/server: the share page at each request, the public
 * pages once.
 */
export default defineConfig({
  root: at('.'),
  plugins: [react()],
  build: { target: 'es2023', manifest: true, sourcemap: true, emptyOutDir: true },
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
