import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { staffPath } from '@/api/dataProvider'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatNumber } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { ShapeMark } from '@/ui/fields/StateMark'
import { DayField } from '@/ui/fields/values'
import { PlainTable } from '@/ui/list/PlainTable'
import { RowButton } from '@/ui/list/RowButton'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import type { CampaignDocument, ShortLink } from '../campaign'
import type { Period } from '../usePeriod'
import { LinkDialog } from './LinkDialog'
import { LinkResults } from './LinkResults'
import { targetName } from './targets'

/** The addresses of a campaign: the whole one, and short ones that the server counts. */
export function Links({ campaign, period }: { campaign: CampaignDocument; period: Period }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title="Links"
      action={<Button onClick={() => setAdding(true)}>Kurzlink anlegen</Button>}
    >
      <p className="flush muted">Der ganze Link, zum Beispiel für einen Newsletter:</p>
      <div className="address-row">
        <code>{campaign.address}</code>
        <CopyButton text={campaign.address} what="der ganze Link" />
      </div>
      {campaign.links.length === 0 ? (
        <p className="muted">
          Noch kein Kurzlink. Er ist kurz genug für Plakate und Flyer, bringt einen QR-Code mit, und
          jeder Aufruf wird gezählt.
        </p>
      ) : (
        <>
          <LinkList links={campaign.links} />
          <LinkResults campaign={campaign} period={period} />
        </>
      )}
      {isAdding && <LinkDialog campaign={campaign} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function LinkList({ links }: { links: readonly ShortLink[] }) {
  const [shown, setShown] = useState<ShortLink | null>(null)
  const [counted, setCounted] = useState<ShortLink | null>(null)
  return (
    <>
      <ul className="row-list" aria-label="Kurzlinks">
        {links.map((link) => (
          <li key={link.id}>
            <p>
              <b>/l/{link.slug}</b>
              {link.disabled_at && <ShapeMark shape="crossed" label="stillgelegt" />}
              <Target link={link} />
            </p>
            <Hits {...link.hits} />
            <p className="buttons">
              <CopyButton text={link.address} what={`Kurzlink ${link.slug}`} isQuiet />
              <RowButton label="QR-Code" what={link.slug} onClick={() => setShown(link)} />
              <RowButton label="Nach Tagen" what={link.slug} onClick={() => setCounted(link)} />
              <DisableButton link={link} />
            </p>
          </li>
        ))}
      </ul>
      {shown && <QrDialog link={shown} onClose={() => setShown(null)} />}
      {counted && <LinkDaysDialog link={counted} onClose={() => setCounted(null)} />}
    </>
  )
}

function Target({ link }: { link: ShortLink }) {
  const more = [link.utm_content, link.utm_term].filter(Boolean).join(', ')
  return (
    <small className="muted">
      führt zu: {targetName(link.target_path)}
      {more && `, ${more}`}
    </small>
  )
}

function Hits({ people, bots }: ShortLink['hits']) {
  return (
    <p className="visit-count">
      <b className="number">{formatNumber(people)}</b>{' '}
      {people === 1 ? 'Aufruf insgesamt' : 'Aufrufe insgesamt'}
      {bots > 0 && (
        <small className="muted">dazu {counted(bots, 'einer von einem Bot', 'von Bots')}</small>
      )}
    </p>
  )
}

function DisableButton({ link }: { link: ShortLink }) {
  const { run, isRunning, problem } = useStaffChange('campaigns')
  const notify = useNotify()
  const isDisabled = link.disabled_at !== null
  const words = isDisabled ? 'Wieder aktivieren' : 'Stilllegen'

  async function toggle() {
    const done = await run(
      'post',
      `/api/staff/links/{link_id}/${isDisabled ? 'enable' : 'disable'}`,
      {
        params: { path: { link_id: link.id } },
      },
    )
    if (done)
      notify(isDisabled ? 'Der Kurzlink führt wieder ans Ziel.' : 'Der Kurzlink ist stillgelegt.', {
        type: 'success',
      })
  }

  return (
    <>
      <RowButton label={words} what={link.slug} isDisabled={isRunning} onClick={toggle} />
      {problem && (
        <span className="error-text" role="alert">
          {problem}
        </span>
      )}
    </>
  )
}

/** A QR code to look at and to take away: SVG for print shops, PNG for everything else. */
function QrDialog({ link, onClose }: { link: ShortLink; onClose: () => void }) {
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

type LinkDay = Schemas['LinkDayOut']

/** How often a short link was called on each day, the latest first. */
function LinkDaysDialog({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const { data, error, refetch } = useStaffQuery('/api/staff/links/{link_id}/days', {
    params: { path: { link_id: link.id } },
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby="link-days-title" fullWidth maxWidth="xs">
      <DialogTitle id="link-days-title">Aufrufe: /l/{link.slug}</DialogTitle>
      <DialogContent>
        {error && !data && <LoadProblem error={error} onRetry={refetch} />}
        {!data && !error && <Loading />}
        {data?.days.length === 0 && <p className="muted">Noch hat niemand den Kurzlink benutzt.</p>}
        {data && data.days.length > 0 && (
          <PlainTable<LinkDay>
            label="Aufrufe nach Tagen"
            rows={[...data.days].reverse()}
            rowKey={({ day }) => day}
            columns={[
              { label: 'Tag', render: ({ day }) => <DayField on={day} /> },
              { label: 'Menschen', isNumeric: true, render: (one) => formatNumber(one.people) },
              { label: 'Bots', isNumeric: true, render: ({ bots }) => formatNumber(bots) },
            ]}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Schließen</Button>
      </DialogActions>
    </Dialog>
  )
}
