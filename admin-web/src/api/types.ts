import type { components } from './schema'

/** What the staff API answers and takes, generated from its document. */
export type Schemas = components['schemas']
