import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where the API listens during development; `make dev` starts it there. */
const apiServer = process.env.VOLTIGO_API ?? 'http://127.0.0.1:8000'

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  resolve: {
    alias: {
      '@': here('./src'),
      // react-admin would write files in the browser. Here the server does, so this is never run.
      'jsonexport/dist/index.js': here('./src/app/nothing.ts'),
    },
  },
  server: {
    port: 5174,
    // The browser's own origin goes through: the server compares it before it accepts a change.
    proxy: { '/api': { target: apiServer, changeOrigin: true, headers: { origin: apiServer } } },
  },
  build: {
    // An inlined file would need `data:` in the content security policy for more than pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
  },
  test: {
    restoreMocks: true,
    // A page with hundreds of rows takes seconds where other work shares the processor.
    testTimeout: 30_000,
    // By itself it leaves one processor free, which of two is half.
    maxWorkers: '100%',
    projects: [
      // What is imported is shared by the files of a worker: it is most of what they cost.
      {
        extends: true,
        test: {
          name: 'functions',
          include: ['tests/**/*.test.ts'],
          isolate: false,
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/pages.ts'],
          isolate: false,
        },
      },
    ],
    environment: 'happy-dom',
  },
})
