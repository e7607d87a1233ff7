import { beforeEach, describe, expect, test, vi } from 'vitest'
import { carryOrigin } from '@/app/carryOrigin'
import { captureTouch, currentAttribution } from '@/lib/attribution/store'
import { isDirect, type Touch, touchesIn, touchOf } from '@/lib/attribution/touch'
import { flatFields, MAX_TOUCHES, withTouch } from '@/lib/attribution/visit'
import { repositoryFile } from '../repository'

const SITE = 'https://voltigo.example'
const AT = new Date('2026-11-21T08:00:00Z')

const arrive = (path: string, referrer = ''): Touch =>
  touchOf({ url: new URL(path, SITE), referrer, at: AT })

describe('a touch', () => {
  test('holds the campaign fields, the code, the referrer and the landing', () => {
    const query =
      'utm_source=news&utm_medium=mail&utm_campaign=Mai&utm_term=solar&utm_content=b&ref=ANNA'
    expect(arrive(`/pilot?${query}`, 'https://blog.example/artikel')).toEqual({
      utm_source: 'news',
      utm_medium: 'mail',
      utm_campaign: 'Mai',
      utm_term: 'solar',
      utm_content: 'b',
      referral_code: 'ANNA',
      referrer_host: 'blog.example',
      landing_path: '/pilot',
      clicked_ad: 'none',
      at: '2026-11-21T08:00:00.000Z',
    })
  })

  test('has the fields of the golden table in its order, as the server has', () => {
    const golden = JSON.parse(repositoryFile('tests/golden/touch_fields.json')) as {
      touch: string[]
    }
    expect(Object.keys(arrive('/'))).toEqual([...golden.touch, 'clicked_ad', 'at'])
  })

  test('takes the code by its long name too', () => {
    expect(arrive('/?referral_code=BERND').referral_code).toBe('BERND')
  })

  test('does not name our own pages as referrer', () => {
    expect(isDirect(arrive('/reservierung', `${SITE}/`))).toBe(true)
  })

  test('is recovered from the previous page that was left before its scripts ran', () => {
    const touch = arrive('/reservierung', `${SITE}/pilot?utm_source=news`)
    expect(touch).toMatchObject({ utm_source: 'news', landing_path: '/pilot', referrer_host: '' })
  })

  test('prefers its own campaign to that of the previous page', () => {
    expect(arrive('/?utm_source=b', `${SITE}/?utm_source=a`).utm_source).toBe('b')
  })

  test('is handed on by a link of ours, and believed of no other', () => {
    const path = '/reservierung?utm_source=news&zuerst=%2Fpilot&von=blog.example'
    const known = { utm_source: 'news', landing_path: '/pilot', referrer_host: 'blog.example' }
    expect(arrive(path, `${SITE}/faqs`)).toMatchObject(known)
    const elsewhere = { landing_path: '/reservierung', referrer_host: 'chat.example' }
    expect(arrive(path, 'https://chat.example/')).toMatchObject(elsewhere)
    expect(arrive(path)).toMatchObject({ landing_path: '/reservierung', referrer_host: '' })
  })

  test('is cut and cleaned rather than refused', () => {
    const touch = arrive(`/?utm_source=${'x'.repeat(500)}&utm_campaign=%20a%00b%20`)
    expect(touch.utm_source).toHaveLength(200)
    expect(touch.utm_campaign).toBe('ab')
  })
})

describe('a click id', () => {
  test.each([
    ['gclid', 'google'],
    ['wbraid', 'google'],
    ['gbraid', 'google'],
    ['gad_source', 'google'],
    ['msclkid', 'microsoft'],
    ['fbclid', 'meta'],
    ['ttclid', 'tiktok'],
    ['li_fat_id', 'linkedin'],
    ['epik', 'pinterest'],
  ])('%s is kept as a fact and never as a value', (id, platform) => {
    const touch = arrive(`/pilot?${id}=Sehr-geheim.123`, 'https://www.google.com/')
    expect(touch.clicked_ad).toBe(platform)
    expect(JSON.stringify(touch).toLowerCase()).not.toContain('geheim')
    expect(isDirect(arrive(`/pilot?${id}=x`)), 'an app names no referrer').toBe(false)
  })

  test('without a value, or of nobody we know, is none', () => {
    for (const query of ['gclid=', 'gclid', 'dclid=1', 'GCLIDX=1'])
      expect(arrive(`/?${query}`).clicked_ad).toBe('none')
  })

  test('stands beside the tags of its link, and that of an ad before that of a shared link', () => {
    expect(arrive('/?utm_source=google&utm_medium=cpc&GCLID=1&fbclid=2')).toMatchObject({
      utm_source: 'google',
      clicked_ad: 'google',
    })
  })

  test('is recovered with the address that was left before its scripts ran', () => {
    expect(arrive('/reservierung', `${SITE}/pilot?gclid=1`)).toMatchObject({
      clicked_ad: 'google',
      landing_path: '/pilot',
    })
  })

  test('of a touch that was remembered before is none', () => {
    const { clicked_ad: _, ...before } = arrive('/?utm_source=news')
    expect(touchesIn([before])).toEqual([{ ...before, clicked_ad: 'none' }])
  })
})

interface GoldenArrival {
  link: string
  from?: string
  touch: Partial<Touch>
}

describe('an arrival of the golden table', () => {
  test.each(JSON.parse(repositoryFile('tests/golden/arrivals.json')) as GoldenArrival[])(
    'tells its origin: $link from $from',
    ({ link, from, touch }) => {
      const { at: _, landing_path: __, ...fields } = arrive(link, from)
      const told = Object.entries(fields).filter(([, value]) => value !== '' && value !== 'none')
      const expected = Object.entries(touch).map(([name, value]) => [name, value.normalize('NFC')])
      expect(
        Object.fromEntries(told.map(([name, value]) => [name, value.normalize('NFC')])),
      ).toEqual(Object.fromEntries(expected))
    },
  )
})

test('a site on the way that the settings name is no origin', () => {
  const url = new URL('/reservierung', SITE)
  const referrer = 'https://termin.example.org/'
  expect(isDirect(touchOf({ url, referrer, at: AT, onTheWay: ['termin.example.org'] }))).toBe(true)
})

describe('a visit', () => {
  const news = arrive('/?utm_source=news&utm_campaign=mai')
  const ads = arrive('/?utm_source=ads')
  const direct = arrive('/')

  test('counts a direct start only when it has no touch at all', () => {
    expect(withTouch([], direct, false)).toEqual([direct])
    expect(withTouch([news], direct, false)).toEqual([news])
  })

  test('adds another origin but not the same one again', () => {
    expect(withTouch([news], ads, false)).toEqual([news, ads])
    expect(withTouch([news], arrive('/faqs?utm_source=news&utm_campaign=mai'), false)).toEqual([
      news,
    ])
  })

  test('adds nothing on reload or back', () => {
    expect(withTouch([news, ads], news, true)).toEqual([news, ads])
  })

  test('keeps the first touch and the latest when there are too many', () => {
    let touches: readonly Touch[] = []
    for (let n = 0; n < 30; n += 1)
      touches = withTouch(touches, arrive(`/?utm_source=s${n}`), false)
    expect(touches).toHaveLength(MAX_TOUCHES)
    expect(touches[0]?.utm_source).toBe('s0')
    expect(touches.at(-1)?.utm_source).toBe('s29')
  })

  test('names the last touch that is not direct in the flat fields', () => {
    expect(flatFields([news, direct])).toEqual({
      utm_source: 'news',
      utm_campaign: 'mai',
      referral_code: '',
    })
    expect(flatFields([direct])).toEqual({ utm_source: '', utm_campaign: '', referral_code: '' })
  })
})

describe('the store', () => {
  beforeEach(() => {
    sessionStorage.clear()
    window.history.replaceState(null, '', '/?utm_source=news&utm_campaign=mai&ref=ANNA')
  })

  test('keeps touches and flat fields in session storage', () => {
    captureTouch('session')
    expect(sessionStorage.getItem('utm_source')).toBe('news')
    expect(sessionStorage.getItem('utm_campaign')).toBe('mai')
    expect(sessionStorage.getItem('referral_code')).toBe('ANNA')
    expect(JSON.parse(sessionStorage.getItem('touches') ?? '')).toHaveLength(1)
  })

  test('loses nothing when the next page start carries no query', () => {
    captureTouch('session')
    window.history.replaceState(null, '', '/reservierung')
    captureTouch('session')
    expect(currentAttribution()).toMatchObject({ utm_source: 'news', referral_code: 'ANNA' })
    expect(currentAttribution().touches).toHaveLength(1)
  })

  test('writes no key in memory mode, and still knows the touch', () => {
    captureTouch('memory')
    expect(sessionStorage).toHaveLength(0)
    expect(currentAttribution()).toMatchObject({ utm_source: 'news' })
  })

  test('in memory mode a link of ours hands on where the visit began, which is no second arrival', () => {
    document.body.innerHTML =
      '<a href="/faqs">a</a><a href="/pilot?x=1">b</a><a href="https://b.example/">c</a>'
    const [own, asked, other] = document.querySelectorAll('a')
    window.history.replaceState(null, '', '/?utm_source=news')
    expect(captureTouch('memory')).toBe(true)
    carryOrigin()
    document.body.addEventListener('click', (event) => event.preventDefault())
    for (const link of [own, asked, other]) link?.click()
    expect(own?.search).toBe('?utm_source=news&zuerst=%2F')
    expect([asked?.search, other?.search]).toEqual(['?x=1', ''])
    window.history.replaceState(null, '', `/faqs${own?.search}`)
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${window.location.origin}/`)
    expect(captureTouch('memory')).toBe(false)
    expect(currentAttribution().touches).toMatchObject([{ utm_source: 'news', landing_path: '/' }])
  })

  test('survives a storage that refuses', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    captureTouch('session')
    full.mockRestore()
    expect(currentAttribution().utm_source).toBe('news')
  })

  test('ignores what somebody else wrote under its key', () => {
    sessionStorage.setItem('touches', '[{"utm_source":1},null,"x"]')
    captureTouch('session')
    expect(currentAttribution().touches).toHaveLength(1)
  })
})
