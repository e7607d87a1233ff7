import type { Problems } from '@/ui/form/versions'
import type { Draft } from '../edit/typed'

/** A part of the form: what is typed, what is wrong with it, and what to do with a change. */
export interface PartProps {
  draft: Draft
  problems: Problems
  onDraft: (changes: Partial<Draft>) => void
}
