import { staffPath } from '@/api/dataProvider'
import { useStaffQuery } from '@/api/useStaffQuery'
import { contractLook } from '@/lib/states'
import { DayField, KwhField, MomentField, MoneyField } from '@/ui/fields/values'
import { Fact, Facts } from '@/ui/record/Facts'
import { Fold } from '@/ui/record/Fold'
import { type Contract, cameWords, priceWords } from './contract'
import { Decision } from './Decision'
import { EarlyPayment } from './EarlyPayment'
import { EnterAccount } from './EnterAccount'
import { EnterOrder } from './EnterOrder'
import { Plan } from './Plan'
import { Transfer } from './Transfer'

/**
 * What the household has ordered, and what is next: a decision about instalments, an order by letter or telephone,
 * another holder.
 */
export function Contracts({ id }: { id: number }) {
  const { data, refetch } = useStaffQuery('/api/staff/reservations/{reservation_id}/contracts', {
    params: { path: { reservation_id: id } },
  })
  if (!data) return null
  const [latest, ...earlier] = data.data
  const isStanding = latest?.state === 'asked' || latest?.state === 'concluded'
  const offer = isStanding ? null : data.offer
  return (
    <Fold
      title="Vertrag"
      value={latest ? contractLook(latest).label : 'keiner'}
      isOpen={latest?.state === 'asked' || offer !== null}
    >
      {latest && <Ordered contract={latest} />}
      {isStanding && <EnterAccount contract={latest} />}
      {latest?.state === 'asked' && <Decision contract={latest} />}
      {latest?.state === 'concluded' && latest.plan.length > 0 && <Plan claims={latest.plan} />}
      {latest?.early_payment && <EarlyPayment contract={latest} early={latest.early_payment} />}
      {latest?.state === 'concluded' && (
        <Transfer
          contract={latest}
          declared={data.transfer_declarations}
          whyNot={data.why_no_transfer}
        />
      )}
      {offer && <EnterOrder reservationId={id} offer={offer} onRefused={refetch} />}
      {!isStanding && data.why_not && (
        <p className="tiny muted">Auf der Seite des Haushalts steht: „{data.why_not}“</p>
      )}
      {earlier.map((contract) => (
        <Facts key={contract.id}>
          <Beginning contract={contract} />
        </Facts>
      ))}
    </Fold>
  )
}

function Ordered({ contract }: { contract: Contract }) {
  const { annual_kwh, setup_cents, account_holder, last_four, mandate_reference } = contract
  const { account_asked: asked } = contract
  return (
    <Facts>
      <Beginning contract={contract} />
      {contract.concluded_at && <Concluded contract={contract} />}
      <Fact label="Anteil">
        <KwhField kwh={annual_kwh} />
      </Fact>
      <Fact label="Preis">
        <span>{priceWords(contract)}</span>
        <small>
          Einrichtung <MoneyField cents={setup_cents} />
        </small>
      </Fact>
      <Fact label="Konto">
        <span>{account_holder}</span>
        <small>IBAN endet auf {last_four}</small>
        {asked && (
          <small>
            Endung {asked.last_four} ist angegeben und noch nicht bestätigt, möglich bis{' '}
            <MomentField at={asked.until} />
          </small>
        )}
      </Fact>
      <Fact label="Mandat">
        <span className="unbroken">{mandate_reference}</span>
      </Fact>
    </Facts>
  )
}

/** What every order has, whatever became of it. */
function Beginning({ contract }: { contract: Contract }) {
  const { id, number, signed_at, decided_because } = contract
  return (
    <>
      <Fact label="Nummer">
        <span className="unbroken">{number}</span>
        <a href={staffPath('contracts', id, 'document')} download>
          Unterlagen (PDF)
        </a>
      </Fact>
      <Fact label="Stand">
        <span>{contractLook(contract).label}</span>
        {decided_because && <small>{decided_because}</small>}
      </Fact>
      <Fact label="Bestellt">
        <MomentField at={signed_at} />
        <small>{cameWords(contract)}</small>
      </Fact>
    </>
  )
}

/** Days that follow from the contract and from the park's grid connection. */
function Concluded({ contract }: { contract: Contract }) {
  const { concluded_at, withdraw_until, can_withdraw, connected_on, earning_kwh } = contract
  const { begins_on, cause } = contract
  const { first_earning_day: first, last_earning_day: last } = contract
  return (
    <>
      <Fact label="Geschlossen">
        <MomentField at={concluded_at} />
      </Fact>
      {withdraw_until && (
        <Fact label="Widerruf bis">
          <DayField on={withdraw_until} />
          {!can_withdraw && <small>Frist vorbei</small>}
        </Fact>
      )}
      {begins_on && (
        <Fact label={cause === 'inherited' ? 'Geerbt' : 'Übernommen'}>
          ab <DayField on={begins_on} />
        </Fact>
      )}
      <Fact label="Netzanschluss">{connected_on ? <DayField on={connected_on} /> : 'offen'}</Fact>
      <Fact label="Gutschriften">
        {first ? (
          <span>
            <DayField on={first} /> bis <DayField on={last} />
          </span>
        ) : (
          'ab Netzanschluss und erster Zahlung'
        )}
        {earning_kwh > 0 && (
          <small>
            heute für <KwhField kwh={earning_kwh} />
          </small>
        )}
      </Fact>
    </>
  )
}
