import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { KeyboardEvent } from 'react'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import { dayWithWeekday, presets } from './followUpDays'

interface DayMenuProps {
  anchor: HTMLElement | null
  onClose: () => void
  onDay: (day: string) => void
  /** Another day than these is asked for. */
  onOther: () => void
}

/** The days on which a reservation is mostly looked at again; `1`, `2` and `3` choose at once. */
export function DayMenu({ anchor, onClose, onDay, onOther }: DayMenuProps) {
  const days = presets()
  function choose(day: string) {
    onClose()
    onDay(day)
  }
  // A user who knows the keys presses the second before the menu has the focus.
  const chooseOpen = (index: number) => {
    const preset = days[index]
    if (anchor !== null && preset) choose(preset.day)
  }
  useShortcut('1', () => chooseOpen(0))
  useShortcut('2', () => chooseOpen(1))
  useShortcut('3', () => chooseOpen(2))
  function onKeyDown(event: KeyboardEvent) {
    const chosen = days.find(({ key }) => key === event.key)
    if (!chosen) return
    event.preventDefault()
    choose(chosen.day)
  }
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': 'Wiedervorlage', onKeyDown } }}
    >
      {days.map(({ key, label, day }) => (
        <MenuItem key={key} onClick={() => choose(day)}>
          <span className="day-choice">
            {label}, {dayWithWeekday(day)} <Key name={key} />
          </span>
        </MenuItem>
      ))}
      <MenuItem
        onClick={() => {
          onClose()
          onOther()
        }}
      >
        Anderer Tag
      </MenuItem>
    </Menu>
  )
}
