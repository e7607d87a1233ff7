// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { adClickWords } from '@/features/campaigns/siteCheck/AdClicks'
import { oddField, parameterName } from '@/features/campaigns/siteCheck/check'
import { resultWords } from '@/features/campaigns/siteCheck/SelfCheckSection'

it('says what a walk over all pages has found', () => {
  const check = { at: '2026-11-21T02:00:00Z', checked: 23, findings: [] }
  expect(resultWords(check)).toBe('Alle 23 Adressen behalten alle Werte.')
  const finding = {
    path: '/l/herbst',
    parameter: 'utm_term',
    reason: 'Der Parameter kommt nicht an.',
  }
  expect(resultWords({ ...check, findings: [finding] })).toBe('Eine Fundstelle unter 23 Adressen.')
  expect([parameterName('utm_term'), parameterName('')]).toEqual(['Begriff', 'die Seite selbst'])
})

it('guesses which value is only spelt otherwise', () => {
  const known = [{ utm_source: 'facebook', utm_medium: 'social', utm_campaign: 'herbst' }]
  const odd = (utm_source: string, utm_medium: string, utm_campaign: string) =>
    oddField({ utm_source, utm_medium, utm_campaign }, known)
  expect(odd('fb', 'social', 'herbst')).toBe('utm_source')
  expect(odd('facebook', 'social', 'herbst 2026')).toBe('utm_campaign')
  expect(odd('facebook', 'social', '')).toBe('utm_medium')
  expect(odd('', '', '')).toBe('utm_source')
})

describe('clicks on ads', () => {
  const row = (clicked_ad: string, clicks: number, untagged: number) => ({
    clicked_ad,
    clicks,
    untagged,
  })

  it('without tags are told with the share and the platform', () => {
    const words = adClickWords([row('google', 90, 17), row('microsoft', 10, 0)])
    expect(words.replaceAll('\u00a0', ' ')).toContain(
      '17 % der Klicks auf bezahlte Anzeigen kamen ohne UTM-Werte: Google Ads 17 von 90. Wir wissen',
    )
  })

  it('with tags, and none at all, are told too', () => {
    expect(adClickWords([row('google', 1, 0)])).toContain('alle mit UTM-Werten im Link')
    expect(adClickWords([])).toContain('kein Besuch mit der Klick-Kennung')
  })
})
