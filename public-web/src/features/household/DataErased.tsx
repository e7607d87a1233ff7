import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Erased } from '@/api/ownData'
import { OwnField } from '@/components/own/OwnField'
import { Plot } from '@/components/own/Plot'
import { householdDataText } from '@/content/de/householdData'
import { formatDay } from '@/lib/germanMoments'
import { paths } from '@/lib/paths'

const text = householdDataText.erased

/** In the place of everything else: it is done, and what the law keeps until when. */
export function DataErased({ erased }: { erased: Erased }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Plot field={<OwnField />}>
      <h1 ref={heading} tabIndex={-1}>
        {text.title}
      </h1>
      <p className="lead">{erased.is_whole ? text.whole : text.part}</p>
      {erased.kept_until && <p>{text.until(formatDay(new Date(erased.kept_until)))}</p>}
      {erased.is_whole && <p>{text.mails}</p>}
      <p>
        <Link to={paths.home}>{text.home}</Link>
      </p>
    </Plot>
  )
}
