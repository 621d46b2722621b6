import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  resolve: { conditions: ['source'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The first browsers with light-dark(). For older ones it would be rewritten into variables that are set only beside a
    // color-scheme in the same sheet, which the sheets of the server's own pages have instead.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: { index: page('index.html'), console: page('console.html'), verify: page('verify.html') },
    },
  },
});
