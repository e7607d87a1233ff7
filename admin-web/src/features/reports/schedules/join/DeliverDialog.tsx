import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { schedulePathOf } from '../edit/fromReport'
import { InputField } from '../fields/InputField'
import { type Given, type Schedule, showPath } from '../schedule'
import { chosenWords, isFull, type joiningReport, shownWords } from './joining'
import { useJoining } from './useJoining'

interface DeliverDialogProps {
  report: string
  title: string
  parameters: Given
  onClose: () => void
}

/** Offers a new schedule, and those that there are and that this person may change. */
export function DeliverDialog(props: DeliverDialogProps) {
  const id = useId()
  const [joined, setJoined] = useState<Schedule | null>(null)
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      {joined ? (
        <Joined id={id} title={props.title} schedule={joined} onClose={props.onClose} />
      ) : (
        <Choice {...props} id={id} onJoined={setJoined} />
      )}
    </Dialog>
  )
}

interface ChoiceProps extends DeliverDialogProps {
  id: string
  onJoined: (schedule: Schedule) => void
}

function Choice({ id, report, title, parameters, onClose, onJoined }: ChoiceProps) {
  const joining = useJoining(report, parameters)
  const { schedules, chosen, problem, isRunning } = joining

  async function submit() {
    const done = await joining.join()
    if (done) onJoined(done)
  }

  return (
    <>
      <DialogTitle id={id}>„{title}“ zustellen</DialogTitle>
      <DialogContent className="input-stack">
        <p className="flush">{shownWords(parameters)}</p>
        <p className="flush">
          <Button component={Link} variant="outlined" to={schedulePathOf(report, parameters)}>
            Neue Zustellung anlegen
          </Button>
        </p>
        <h3 className="flush">Zu einer bestehenden Zustellung hinzufügen</h3>
        {joining.error !== null && <LoadProblem error={joining.error} onRetry={joining.again} />}
        {joining.isLoading && <Loading />}
        {schedules?.length === 0 && (
          <p className="muted flush">Noch gibt es keine Zustellung, die Sie ändern können.</p>
        )}
        {schedules && schedules.length > 0 && (
          <>
            <InputField label="Zustellung">
              {(ties) => (
                <select
                  {...ties}
                  className="choice wide"
                  value={chosen?.id ?? ''}
                  onChange={({ target }) => joining.choose(Number(target.value))}
                >
                  <option value="">Bitte wählen</option>
                  {schedules.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </select>
              )}
            </InputField>
            {chosen && <Chosen schedule={chosen} joining={joining.joining} />}
          </>
        )}
        {problem && <p role="alert">{problem}</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button
          variant="contained"
          disabled={!chosen || isFull(chosen) || isRunning}
          onClick={() => void submit()}
        >
          {isRunning ? 'Wird hinzugefügt …' : 'Hinzufügen'}
        </Button>
      </DialogActions>
    </>
  )
}

interface ChosenProps {
  schedule: Schedule
  joining: ReturnType<typeof joiningReport>
}

/** What the schedule sends today, to whom, and of which days the report will be there. */
function Chosen({ schedule, joining }: ChosenProps) {
  return (
    <div aria-live="polite">
      {chosenWords(schedule, joining).map((words) => (
        <p key={words} className="muted flush">
          {words}
        </p>
      ))}
    </div>
  )
}

interface JoinedProps {
  id: string
  title: string
  schedule: Schedule
  onClose: () => void
}

function Joined({ id, title, schedule, onClose }: JoinedProps) {
  const next = schedule.next[0]
  return (
    <>
      <DialogTitle id={id}>Hinzugefügt</DialogTitle>
      <DialogContent>
        <p className="flush" role="status">
          „{title}“ kommt jetzt mit „{schedule.name}“, als {schedule.titles.length}. Bericht
          derselben Mail.{' '}
          {schedule.state === 'paused'
            ? 'Die Zustellung ist gerade angehalten.'
            : next && `Das nächste Mal: ${next.words}.`}
        </p>
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={showPath(schedule.id)}>
          Zustellung ansehen
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          Schließen
        </Button>
      </DialogActions>
    </>
  )
}
