import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where the API listens during development; `make dev` starts it there. */
const apiServer = process.env.VOLTIGO_API ?? 'http://127.0.0.1:8000'

/** The libraries every page needs. Any other, such as the chart library, stays with its page. */
const sharedLibraries = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'react-router-dom',
  'cookie',
  'set-cookie-parser',
]

/** Patterns of the modules that every page, or nearly every one, needs. */
const sharedModules = [
  `node_modules/(?:${sharedLibraries.join('|')})/`,
  'react-names',
  'offer/offer\\.json',
  'src/app/(?!carryOrigin|entry|head\\.|menu|originQuestion|routes|pages\\b|structuredData|styles|visit)',
  'src/api/(?:call|parks).ts',
  'src/components/(?!ContactPerson|Contrast|EmailField|ErrorSummary|MoneyRows|Picture|ReservationField|TextArticle|Toast|land/Places|own/)',
  'src/content/de/(?:companyLinks|figures|parkNews|sent|site)\\.ts',
  'src/lib/(?!own/(?!useLoaded)|afterPress|attribution|browserStore|germanAmount|germanMoments|oldBrowsers|parkDrawing|offer/(?:addressWords|claims|comparison|figures|invest|marketValue|production|worth)|paths|reservation/(?!contactMemory)|runs|settings\\.ts|textSection|useSpots|useStepsToCredit)',
]

/**
 * Everything that more than one page needs goes into one file. Split by use it would be a dozen
 * files of a few hundred bytes, each a request. What the entry needs before the first paint must
 * stay out of it, or React would come along. Of the libraries it holds React and the router with
 * what they bring; any other one, such as the chart library, stays with the page that imports it.
 */
const sharedCode = {
  name: 'shared',
  test: new RegExp(sharedModules.join('|')),
}

/** What the pages of one kind share: one request for them, none for the others. */
const sharedByFew = [
  {
    name: 'own',
    test: /^(?!.*\?copy=).*src\/(?:api\/spots|components\/(?:land\/Places|own)|lib\/(?:runs|useSpots)|content\/de\/(?:householdShare|money\.ts))/,
  },
  { name: 'calls', test: /src\/(?:content\/de\/ownFailures|lib\/(?:germanMoments|own))/ },
]

/**
 * Small modules without a state of which these features have a copy of their own: shared, they would
 * be a file of a few hundred bytes and a request on the pages that have them, or one on every page
 * when drawn out of the entry.
 */
const COPYING_FEATURE =
  /src\/features\/(?:household\/)?(ShareTable|TakeOver|(?:calculator|household|invest|reservation|thanks|waitingList)(?=\/))/
const COPIED_FOR = /\?copy=(\w+)$/
const EMAIL_FIELD =
  'components/EmailField\\.tsx|content/de/emailQuestion\\.ts|lib/(?:afterPress|reservation/emailTypos)\\.ts'
const PLACES = 'api/spots\\.ts|components/land/Places\\.tsx|lib/(?:runs|useSpots)\\.ts'
const FORM_PARTS = 'components/(?:ErrorSummary|Toast)\\.tsx'
const PREFILL = 'lib/(?:offer/addressWords|reservation/prefill)\\.ts'
const MONEY = 'components/MoneyRows\\.tsx|content/de/moneyBlock\\.ts|lib/offer/figures\\.ts'
const SHEET = `features/household/Sheet\\.tsx|${MONEY}`
const FIELDS = 'content/de/reservationFields\\.ts|lib/reservation/fields\\.ts'
const COPIED_BY = {
  ShareTable: RegExp(`src/(?:${MONEY})$`),
  TakeOver: RegExp(
    `src/(?:${FIELDS}|${SHEET}|components/ReservationField\\.tsx|content/de/reservation\\.ts|lib/(?:afterPress|germanAmount|reservation/payload)\\.ts)$`,
  ),
  calculator: RegExp(`src/(?:${PREFILL})$`),
  household: RegExp(`src/(?:${EMAIL_FIELD}|${FIELDS}|${SHEET})$`),
  invest: /src\/lib\/germanAmount\.ts$/,
  reservation: RegExp(
    `src/(?:${EMAIL_FIELD}|${FORM_PARTS}|${MONEY}|${PREFILL}|content/de/money\\.ts|api/(?:ask|ownEntry)\\.ts)$`,
  ),
  thanks: RegExp(`src/(?:${EMAIL_FIELD}|${PLACES})$`),
  waitingList: RegExp(
    `src/(?:${EMAIL_FIELD}|${MONEY}|api/(?:ask|ownEntry|waitingList)\\.ts|lib/(?:browserStore|reservation/(?:draft|fields))\\.ts)$`,
  ),
}

const ownCopies: Plugin = {
  name: 'own-copies',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async resolveId(id, importer) {
    // What is copied stands in a feature too, or not; what it imports is copied for the same one.
    const [, name] = importer?.match(COPIED_FOR) ?? importer?.match(COPYING_FEATURE) ?? []
    const feature = name as keyof typeof COPIED_BY | undefined
    if (!feature) return null
    const found = await this.resolve(id, importer?.replace(/\?.*/, ''), { skipSelf: true })
    return found && COPIED_BY[feature].test(found.id) ? `${found.id}?copy=${feature}` : found
  },
}

/**
 * React is CommonJS, and every page that imports it would need the bundler's interop code. With its
 * names as modules only the shared code does. A name missing here fails the build.
 */
const NAMES: Record<string, string> = {
  react: `Component, Fragment, StrictMode, Suspense, createContext, use, useCallback, useContext, useEffect,
    useMemo, useRef, useState, useSyncExternalStore`,
  'react-dom': 'flushSync',
}
const reactNames: Plugin = {
  name: 'react-names',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  resolveId: (id, importer) =>
    id in NAMES && importer?.startsWith(here('./src')) ? `\0react-names ${id}` : null,
  load: (id) => {
    const [, name = ''] = id.match(/^\0react-names (.*)$/) ?? []
    return NAMES[name] && `import all from '${name}'; export const { ${NAMES[name]} } = all`
  },
}

/**
 * The bundler's few interop functions get a file of their own, and with it a request on every page,
 * as soon as a second chunk needs them: the chart library does. They have no state, so each of the
 * two has its own copy instead. Runs before Vite notes which files a chunk needs.
 */
const inlineRuntime: Plugin = {
  name: 'inline-runtime',
  enforce: 'pre',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
    if (!runtime) return
    const body = runtime.code.replace(/export\s*\{(.*?)\};?\s*$/s, (_, names) => {
      const entries = names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1')
      return `return{${entries}}`
    })
    const use = new RegExp(
      `import\\s*\\{([^}]*)\\}\\s*from\\s*["'][^"']*${runtime.fileName.split('/').pop()}["'];?`,
    )
    for (const chunk of chunks.filter(({ imports }) => imports.includes(runtime.fileName))) {
      if (!use.test(chunk.code)) this.error(`${chunk.fileName} imports the runtime unexpectedly`)
      chunk.code = chunk.code.replace(use, (_, names) => {
        return `const{${names.replaceAll(' as ', ':')}}=(()=>{${body}})();`
      })
      chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
    }
    delete bundle[runtime.fileName]
  },
}

/**
 * Two files that import each other start in an order nobody chose: the first finds the constants of
 * the second undefined, on every page. Then a module belongs into the shared code, or out of it.
 */
const noCircles: Plugin = {
  name: 'no-circles',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  generateBundle(_, bundle) {
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) this.error(`files in a circle: ${[...path, file].join(' → ')}`)
      const chunk = bundle[file]
      if (chunk?.type !== 'chunk' || done.has(file)) return
      for (const next of chunk.imports) visit(next, [...path, file])
      done.add(file)
    }
    const done = new Set<string>()
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}

/**
 * The oldest browsers the site is for, as README.md names them: those of the last iPhones and computers that get no newer
 * one. Styles are written for them; functions they lack are not used (`tests/journeys/test_old_browsers.py`).
 */
const BROWSERS = ['safari15.4', 'ios15.4', 'chrome105', 'edge105', 'firefox115']

/**
 * Names of files change with their content: two versions of one file have the same once in seventy
 * thousand million times. Nothing compresses a hash, and every page loads a list of all names.
 */
const HASHED = '[name]-[hash:6]'

/** Tests that load modules more than once, or use what the browser keeps. */
const KEEPING_TESTS = [
  'tests/lib/attribution.test.ts',
  'tests/lib/consent.test.ts',
  'tests/lib/report.test.ts',
  'tests/reservation/draft.test.ts',
  'tests/reservation/reserve.test.ts',
]

/** No test is timed: a whole page is drawn in a second, on a busy machine in ten. */
const TESTING = { environment: 'happy-dom', restoreMocks: true, testTimeout: 60_000 }

/** A script of pages without React, built separately: a single file that shares no code with any other. */
const single = (input: string, entryFileNames: string): ViteUserConfig => ({
  plugins: [],
  resolve: { alias: { '@': here('./src'), '@offer': here('../services/offer') } },
  publicDir: false,
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: { input: here(input), output: { entryFileNames } },
  },
})

/** By `--mode`: what all of them have, and the contact form's, which its page names in an element. */
const SINGLE: Record<string, ViteUserConfig> = {
  shown: single('./src/app/entry-shown.ts', 'assets/shown-[hash:6].js'),
  contact: single('./src/features/contact/widget.ts', 'widgets/kontakt.js'),
}

/** The chunk of a page that React does not take over (`lib/paths.ts`). */
const WITHOUT_REACT =
  /\/(?!Calculator|Dashboard|Household|Invest|NotFound|Reservation|ThankYou|WaitingList)\w+Page-/

const SITE = (isSsrBuild = false): ViteUserConfig => ({
  plugins: [reactNames, ownCopies, inlineRuntime, noCircles, react()],
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
    modulePreload: {
      polyfill: false,
      // The entry's style sheet is written into every page and then has no file of its own. A page without React is
      // loaded as a document: its files need no names in the scripts of the others.
      resolveDependencies: (page, files) =>
        WITHOUT_REACT.test(page) ? [] : files.filter((file) => !/\/index-[^/]+\.css$/.test(file)),
    },
    // What of ES2022 the oldest lack, no script has: see `tests/journeys/test_old_browsers.py`.
    target: 'es2022',
    cssTarget: BROWSERS,
    rolldownOptions: isSsrBuild
      ? // The written pages name pictures as this build does.
        { output: { assetFileNames: `assets/${HASHED}[extname]` } }
      : {
          output: {
            chunkFileNames: `assets/${HASHED}.js`,
            entryFileNames: `assets/${HASHED}.js`,
            assetFileNames: `assets/${HASHED}[extname]`,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [sharedCode, ...sharedByFew],
            },
          },
        },
  },
  test: {
    ...TESTING,
    projects: [
      // Tests of modules that keep something load them again as a page would; all others share what they import.
      { extends: true, test: { name: 'pages', include: KEEPING_TESTS } },
      {
        extends: true,
        test: {
          name: 'functions',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: KEEPING_TESTS,
          isolate: false,
        },
      },
    ],
  },
})

export default defineConfig(({ isSsrBuild, mode }) => SINGLE[mode] ?? SITE(isSsrBuild))
