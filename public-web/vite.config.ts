import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where the API listens during development; `make dev` starts it there. */
const apiServer = process.env.VOLTIGO_API ?? 'http://127.0.0.1:8000'

/**
 * Everything that more than one page needs goes into one file. Split by use it would be a dozen
 * files of a few hundred bytes, each a request. What the entry needs before the first paint must
 * stay out of it, or React would come along.
 */
const sharedCode = {
  name: 'shared',
  test: /node_modules|offer\.json|features\/texts\/TextPage|src\/(?:app\/(?!entry|routes|pages|styles)|components|content\/de\/(?:figures|site)|lib\/(?!attribution|paths|sessionStore|settings\.ts))/,
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: { '@': here('./src'), '@offer': here('../services/offer') },
  },
  server: {
    fs: { allow: [here('.'), here('../services/offer')] },
    proxy: { '/api': apiServer, '/functions': apiServer },
  },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    // The pages are written by prerender.mjs, which needs to know each page's files.
    manifest: !isSsrBuild,
    // An inlined file would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: [sharedCode] },
          },
        },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
}))
