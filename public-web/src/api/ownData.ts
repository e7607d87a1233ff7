import { ask, read } from './ask'
import type { components } from './schema'

type Schemas = components['schemas']
export type ErasurePreview = Schemas['ErasurePreviewOut']
export type Erased = Schemas['ErasedOut']

const BASE = '/api/household/reservation/data'

/** Where the household's data can be downloaded, by this browser only. */
export const ownDataFile = (form: 'json' | 'pdf') => `${BASE}/file.${form}`
/** What an erasure would delete, and what would stay. */
export const previewErasure = () => read<ErasurePreview>(`${BASE}/erasure`)
/** Erases the household's data for good; `version` as the preview said. */
export const eraseOwnData = (version: number) => ask<Erased>(`${BASE}/erasure`, { version })
