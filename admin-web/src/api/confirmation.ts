/**
 * Sensitive calls need a fresh confirmation by password and code. The dialog registers itself here;
 * a call that was refused for lack of it waits for the dialog and is then repeated. Several calls
 * at once share one dialog.
 */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let running: Promise<boolean> | undefined

/** Registers the dialog; returns how to take it back. */
export function provideConfirmation(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** True once the person has confirmed, false when the dialog was closed or there is none. */
export function confirmed(): Promise<boolean> {
  running ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    running = undefined
  })
  return running
}
