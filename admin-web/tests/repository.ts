import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of a file of the repository, by its path from the root. */
export const repositoryFile = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
