import { defineConfig } from 'vite';

export default defineConfig({
  resolve: { conditions: ['source'] },
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
