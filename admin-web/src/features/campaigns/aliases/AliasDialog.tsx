import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isSame } from '@/api/changedFields'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { EditDialog } from '@/ui/form/EditDialog'
import { SelectInput, TextInput } from '@/ui/form/inputs'
import { AliasEffect } from './AliasEffect'
import {
  type Alias,
  type AliasPreview,
  FIELD_CHOICES,
  type NewAlias,
  type SeenValue,
} from './alias'

interface AliasDialogProps {
  start: NewAlias
  /** Suggestions: what the field has held so far. */
  seen: readonly SeenValue[]
  onClose: () => void
}

/** Maps a spelling in two steps: first what would change, then the change itself. */
export function AliasDialog({ start, seen, onClose }: AliasDialogProps) {
  const [looked, setLooked] = useState<{ at: NewAlias; preview: AliasPreview }>()
  const proposal = useProposal(start)
  // Its button must not turn from looking into saving under the pointer.
  const isProposal = (alias: NewAlias) => isReady(start) && isSame(alias, start) && !proposal.error
  const previewOf = (alias: NewAlias) =>
    isSame(alias, looked?.at) ? looked?.preview : isProposal(alias) ? proposal.data : undefined
  return (
    <EditDialog
      title="Schreibweise zuordnen"
      button={({ values }) =>
        previewOf(values) || isProposal(values) ? 'So zuordnen' : 'Auswirkung ansehen'
      }
      isBlocked={({ values }) => !isReady(values) || (isProposal(values) && !previewOf(values))}
      problem={proposal.error && errorWords(proposal.error)}
      maxWidth="sm"
      schema="AliasIn"
      start={start}
      save={(call, body): Promise<Alias | AliasPreview> =>
        previewOf(body)
          ? call('post', '/api/staff/aliases', { body })
          : call('post', '/api/staff/aliases/preview', { body })
      }
      renews={['aliases', 'campaigns']}
      done={(answer, { raw, canonical }) =>
        isPreview(answer) ? undefined : `„${raw}“ zählt jetzt als „${canonical}“.`
      }
      onSaved={(answer, at) =>
        answer && isPreview(answer) ? setLooked({ at, preview: answer }) : onClose()
      }
      onClose={onClose}
    >
      {({ values }) => {
        const preview = previewOf(values)
        return (
          <>
            <AliasInputs isSpelled={start.raw !== ''} seen={seen} />
            {preview && <AliasEffect preview={preview} />}
          </>
        )
      }}
    </EditDialog>
  )
}

const isReady = ({ raw, canonical }: NewAlias) => raw.trim() !== '' && canonical.trim() !== ''
const isPreview = (answer: Alias | AliasPreview): answer is AliasPreview =>
  'campaigns_before' in answer

/** A proposal is complete: its effect is shown at once. */
function useProposal(start: NewAlias) {
  const call = useCall()
  return useQuery({
    queryKey: ['alias-preview', start],
    queryFn: ({ signal }) => call('post', '/api/staff/aliases/preview', { body: start, signal }),
    enabled: isReady(start),
    gcTime: 0,
    retry: false,
  })
}

function AliasInputs({ isSpelled, seen }: { isSpelled: boolean; seen: readonly SeenValue[] }) {
  const known = useId()
  return (
    <>
      <SelectInput source="field" label="Feld" choices={FIELD_CHOICES} />
      <TextInput
        source="raw"
        label="Steht im Link"
        hint="Groß oder klein spielt keine Rolle."
        autoFocus={!isSpelled}
        html={{ spellCheck: false }}
      />
      <TextInput
        source="canonical"
        label="Zählt als"
        hint="Rückwirkend und für alles, was noch kommt."
        autoFocus={isSpelled}
        html={{ spellCheck: false, list: known }}
      />
      <datalist id={known}>
        {[...new Set(seen.map(({ canonical }) => canonical))].map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
