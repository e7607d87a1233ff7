import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { staffPath } from '@/api/dataProvider'
import { CopyButton } from '@/ui/fields/CopyButton'
import type { ShortLink } from '../campaign'

/** A QR code to look at and to take away: SVG for print shops, PNG for everything else. */
export function QrDialog({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const file = (name: string) => staffPath('links', link.id, name)
  return (
    <Dialog open onClose={onClose} aria-labelledby="qr-title" fullWidth maxWidth="xs">
      <DialogTitle id="qr-title">QR-Code: /l/{link.slug}</DialogTitle>
      <DialogContent className="qr-sheet">
        <img src={file('qr.svg')} alt={`QR-Code zu ${link.address}`} width="240" height="240" />
        <div className="address-row">
          <code>{link.address}</code>
          <CopyButton text={link.address} what="Kurzlink" />
        </div>
        <p className="tiny muted flush">
          SVG bleibt in jeder Größe scharf und passt für Druckereien. PNG nehmen Sie für
          Textdokumente und Präsentationen. Bitte lassen Sie den hellen Rand stehen.
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Schließen</Button>
        <Button component="a" href={`${file('qr.png')}?size=2000`} download>
          PNG laden
        </Button>
        <Button component="a" href={file('qr.svg')} download variant="contained">
          SVG laden
        </Button>
      </DialogActions>
    </Dialog>
  )
}
