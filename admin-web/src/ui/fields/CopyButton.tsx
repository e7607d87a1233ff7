import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'

interface CopyButtonProps {
  text: string
  /** What is copied, for those who do not see what stands beside the button. */
  what: string
  label?: string
  isProminent?: boolean
  /** In a row among others. */
  isQuiet?: boolean
}

/** Puts a text on the clipboard and says so in its own place. */
export function CopyButton({
  text,
  what,
  label = 'Kopieren',
  isProminent,
  isQuiet,
}: CopyButtonProps) {
  const [copied, setCopied] = useState('')
  const notify = useNotify()
  const isCopied = copied === text

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    } catch {
      notify('Ihr Browser erlaubt das Kopieren hier nicht. Bitte markieren Sie den Text selbst.', {
        type: 'warning',
      })
    }
  }

  const words = (
    <>
      <span aria-live="polite">{isCopied ? 'Kopiert' : label}</span>
      <span className="visually-hidden">: {what}</span>
    </>
  )
  if (isQuiet)
    return (
      <button type="button" className="text-button" onClick={copy}>
        {words}
      </button>
    )
  return (
    <Button variant={isProminent ? 'contained' : 'outlined'} onClick={copy}>
      {words}
    </Button>
  )
}
