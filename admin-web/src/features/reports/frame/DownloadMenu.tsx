import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type RefObject, useState } from 'react'
import { useNotify } from 'react-admin'
import { type ReportStand, standWords } from '@/ui/fields/AsOf'
import { filesPath, useKeptReport } from '../kept/keptReport'
import { fileName, pictureOf, pngOf, save } from './picture'

interface DownloadMenuProps {
  title: string
  /** `overview/files/days`, without the ending. */
  address: string
  query: string
  stand: ReportStand
  /** Where the picture's drawings are; `null` where there is none. */
  picture: RefObject<HTMLElement | null> | null
}

const FILES = [
  ['xlsx', 'Excel (XLSX)'],
  ['csv', 'CSV für Excel'],
  ['parquet', 'Parquet'],
  ['angaben', 'Angaben zu den Zahlen (CSV)'],
] as const

/** All rows as a file by the server, the picture as it stands here. */
export function DownloadMenu({ title, address, query, stand, picture }: DownloadMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const notify = useNotify()
  const kept = useKeptReport()

  async function draw(ending: 'svg' | 'png') {
    close()
    const drawn = pictureOf(picture?.current ?? null, title, standWords(stand))
    if (!drawn) return
    const svg = new Blob([drawn.text], { type: 'image/svg+xml' })
    try {
      save(ending === 'svg' ? svg : await pngOf(drawn), fileName(title, ending))
    } catch {
      notify('Das Bild ließ sich nicht zeichnen.', { type: 'error' })
    }
  }

  return (
    <span className="no-print">
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`Laden: ${title}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Laden
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {FILES.map(([ending, label]) => (
          <MenuItem
            key={ending}
            component="a"
            href={`${filesPath(kept, address)}.${ending}?${query}`}
            download
            onClick={close}
          >
            {label}
          </MenuItem>
        ))}
        {picture && <Divider />}
        {picture && <MenuItem onClick={() => void draw('svg')}>Bild als SVG</MenuItem>}
        {picture && <MenuItem onClick={() => void draw('png')}>Bild als PNG</MenuItem>}
      </Menu>
    </span>
  )
}
