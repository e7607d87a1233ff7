import { Picture, type PictureFiles } from '@/components/Picture'
import { picturesText } from '@/content/de/pilot'
import aerialAvif from '@/pictures/aerial.avif'
import aerialWebp from '@/pictures/aerial.webp'
import aerialAvif800 from '@/pictures/aerial-800.avif'
import aerialWebp800 from '@/pictures/aerial-800.webp'
import panelsAvif from '@/pictures/panels.avif'
import panelsWebp from '@/pictures/panels.webp'
import panelsAvif800 from '@/pictures/panels-800.avif'
import panelsWebp800 from '@/pictures/panels-800.webp'
import pathAvif from '@/pictures/path.avif'
import pathWebp from '@/pictures/path.webp'
import pathAvif800 from '@/pictures/path-800.avif'
import pathWebp800 from '@/pictures/path-800.webp'

const SIZE = { width: 1200, height: 800 }
const LARGE = '(min-width: 56rem) 51rem, 94vw'
const SMALL = '(min-width: 56rem) 21rem, 94vw'

type Name = 'aerial' | 'panels' | 'path'

const files: Record<Name, PictureFiles> = {
  aerial: {
    ...SIZE,
    avif: aerialAvif,
    avif800: aerialAvif800,
    webp: aerialWebp,
    webp800: aerialWebp800,
  },
  panels: {
    ...SIZE,
    avif: panelsAvif,
    avif800: panelsAvif800,
    webp: panelsWebp,
    webp800: panelsWebp800,
  },
  path: { ...SIZE, avif: pathAvif, avif800: pathAvif800, webp: pathWebp, webp800: pathWebp800 },
}

/** Three example pictures, each marked as one. */
export function Pictures() {
  return (
    <section className="pictures wrap">
      <h2>{picturesText.title}</h2>
      <p className="lead quiet">{picturesText.lead}</p>
      <div className="pictures__grid">
        <Example name="aerial" sizes={LARGE} />
        <Example name="panels" sizes={SMALL} />
        <Example name="path" sizes={SMALL} />
      </div>
    </section>
  )
}

function Example({ name, sizes }: { name: Name; sizes: string }) {
  const { alt, caption } = picturesText[name]
  return (
    <Picture files={files[name]} alt={alt} sizes={sizes}>
      <strong>{picturesText.label}</strong> {caption}
    </Picture>
  )
}
