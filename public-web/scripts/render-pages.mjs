/**
 * A worker of prerender.mjs: renders every page in one state of the pilot. The texts of the site look at the park when they
 * are loaded, so each state has a worker, which loads them for itself.
 */
import { parentPort, workerData } from 'node:worker_threads'

const { entry, state } = workerData
globalThis.builtPark = { state, isCancelled: state === 'cancelled' }
const { notFoundSource, pages, question, render } = await import(entry)

const rendered = {}
for (const path of [...pages.map(({ path }) => path), '/404']) rendered[path] = await render(path)
parentPort.postMessage({ notFoundSource, pages, question, rendered })
