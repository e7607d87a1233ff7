import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { CardCheck } from './CardCheck'
import { DataCopy } from './DataCopy'
import { EraseData } from './EraseData'
import type { OwnProps } from './own'

/** What few households see: the contract once it can be ordered, and the check of the card before. */
export function Later(props: OwnProps) {
  const { own } = props
  const hasContract =
    own.decided_at !== null || own.steps.contracted_at !== null || own.state === 'active'
  return (
    <>
      {hasContract && <LoadedContract {...props} />}
      <CardCheck {...props} />
    </>
  )
}

/** The last of the page: a copy of all that is stored, and its erasure. */
export function Rest(props: OwnProps & { onErased: (shown: ReactNode) => void }) {
  return (
    <>
      <DataCopy />
      <EraseData {...props} />
    </>
  )
}

function LoadedContract(props: OwnProps) {
  const [Contract, setContract] = useState<ComponentType<OwnProps> | null>(null)
  useEffect(() => {
    import('./contract/Contract').then(
      (part) => setContract(() => part.Contract),
      () => undefined,
    )
  }, [])
  return Contract && <Contract {...props} />
}
