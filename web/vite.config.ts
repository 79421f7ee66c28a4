import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fontPreload } from './font-preload.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fontPreload(['besley', 'hanken-grotesk'])],
  html: {
    // The server puts a fresh nonce here in each answer; Vite writes the meta tag that carries it.
    cspNonce: '__CSP_NONCE__',
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Apart from /assets, whose names have no hash: what is in here never changes.
    assetsDir: 'static',
    // A `data:` font or script would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // In one chunk with zod, lib/zod-without-eval.ts runs before any other chunk builds a schema.
        codeSplitting: { groups: [{ name: 'zod', test: /[\\/]zod[\\/]|zod-without-eval/ }] },
      },
    },
  },
  server: { proxy: { '/api': server } },
  preview: { proxy: { '/api': server } },
})
