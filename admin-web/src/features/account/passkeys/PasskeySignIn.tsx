import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { usePasskeySignIn } from './usePasskeySignIn'

/** The way in without password and code, below the form for them. */
export function PasskeySignIn() {
  const { problem, isBusy, start } = usePasskeySignIn()
  return (
    <>
      {problem && <Alert severity="error">{problem}</Alert>}
      <Button onClick={start} disabled={isBusy}>
        {isBusy ? 'Einen Moment' : 'Mit Passkey anmelden'}
      </Button>
    </>
  )
}
