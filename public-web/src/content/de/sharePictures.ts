import { type Path, paths } from '@/lib/paths'

/** The picture that messengers and networks show beside a link to a page. */
export interface SharePicture {
  /** Address on this site. */
  path: string
  width: number
  height: number
  alt: string
}

const park: SharePicture = {
  path: '/solarpark.jpg',
  width: 1200,
  height: 630,
  alt: 'Solarpark am Morgen: Modulreihen in einer Blumenwiese, dahinter ein Dorf mit Zwiebelturm und bewaldete Hügel (Beispielbild, computergeneriert)',
}

const pictures: Partial<Record<Path | 'notFound', SharePicture>> = {
  [paths.home]: park,
}

/** The picture of a page; those that nobody shares have the park's. */
export function sharePictureOf(page: Path | 'notFound'): SharePicture {
  return pictures[page] ?? park
}
