import { lazy } from 'react'
import type { ResourceProps } from 'react-admin'

export const notes: ResourceProps = {
  name: 'notes',
  list: lazy(async () => ({ default: (await import('./NotesPage')).NotesPage })),
}
