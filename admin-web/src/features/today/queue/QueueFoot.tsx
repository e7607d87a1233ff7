import { formatNumber } from '@/lib/format'
import { FootKeys } from '@/ui/keys/Keys'
import type { KeyName } from '@/ui/keys/keyTable'
import type { Commands } from './useCommands'
import { PER_PAGE, type Queue } from './useQueue'

const KEYS: readonly KeyName[] = ['through', 'act', 'assign', 'finish', 'snooze', 'keys']

/** What was done last, with the way back; pages; and the keys. */
export function QueueFoot({ commands, queue }: { commands: Commands; queue: Queue }) {
  const { last } = commands
  return (
    <div className="queue-foot">
      <p className="queue-undo" role="status">
        {last && (
          <>
            {last.words}{' '}
            {last.canUndo && (
              <button
                type="button"
                className="text-button"
                aria-keyshortcuts="z"
                onClick={commands.undo}
              >
                Rückgängig <kbd>z</kbd>
              </button>
            )}
          </>
        )}
        {!last && commands.isArmed && 'Später: 1, 2 oder 3 wählt den Tag.'}
      </p>
      <Pages queue={queue} />
      <FootKeys names={KEYS} />
    </div>
  )
}

function Pages({ queue: { data, page, show } }: { queue: Queue }) {
  if (!data || data.total <= PER_PAGE) return null
  const first = (page - 1) * PER_PAGE + 1
  return (
    <p className="queue-pages tabular">
      <button
        type="button"
        className="text-button"
        disabled={page === 1}
        onClick={() => show({ page: page - 1 })}
      >
        Zurück
      </button>
      {formatNumber(first)} bis {formatNumber(Math.min(first + PER_PAGE - 1, data.total))} von{' '}
      {formatNumber(data.total)}
      <button
        type="button"
        className="text-button"
        disabled={!data.has_next}
        onClick={() => show({ page: page + 1 })}
      >
        Weiter
      </button>
    </p>
  )
}
