import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fontPreload } from '../vite-plugins/font-preload.ts'
import { inlineStyle } from '../vite-plugins/inline-style.ts'
import { myPayScript } from '../vite-plugins/my-pay-page.ts'
import { myPayTranslations } from '../vite-plugins/translations.ts'

const root = join(import.meta.dirname, '..')

export default defineConfig({
  root,
  // The files of public/ are already in the folder (web/vite.config.ts builds into it first).
  publicDir: false,
  plugins: [
    react(),
    myPayTranslations(),
    fontPreload(['besley', 'hanken-grotesk']),
    inlineStyle(),
    myPayScript(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    assetsDir: 'static',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(root, 'mi-pago.html') },
  },
})
