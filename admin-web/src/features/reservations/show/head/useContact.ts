import { useEffect, useState } from 'react'
import { useReveal } from '@/ui/fields/useReveal'
import type { Reservation } from '../../types'

/** For so long a value stays open: a call begins within it, and nobody reads it from a desk left alone. */
const OPEN_SECONDS = 60

export type ContactField = 'email' | 'phone'

/** Telephone or address, hidden until the user asks for it, and hidden again after a minute. */
export function useContact(record: Reservation, field: ContactField) {
  const [value, setValue] = useState<string>()
  const [left, setLeft] = useState(0)
  const reveal = useReveal(record.id, field, (told) => {
    setValue(told)
    setLeft(OPEN_SECONDS)
  })
  useEffect(() => {
    if (value === undefined) return
    const end = Date.now() + OPEN_SECONDS * 1000
    const timer = setInterval(() => {
      const seconds = Math.ceil((end - Date.now()) / 1000)
      setLeft(seconds)
      if (seconds <= 0) setValue(undefined)
    }, 1000)
    return () => clearInterval(timer)
  }, [value])
  return {
    field,
    value,
    left,
    masked: field === 'email' ? record.email : record.phone,
    isPending: reveal.isPending,
    error: reveal.error,
    show: reveal.mutate,
    /** Resolves with the value, for what goes on with it at once. */
    ask: async () => value ?? (await reveal.mutateAsync()).value,
  }
}

export type ContactState = ReturnType<typeof useContact>

/** What a click on it starts: a call, or a letter. */
export const contactAddress = (field: ContactField, value: string): string =>
  field === 'email' ? `mailto:${value}` : `tel:${value.replaceAll(' ', '')}`
