import type { ReactNode } from 'react'

/** Addresses of one picture in two formats and two widths, with the size of the larger. */
export interface PictureFiles {
  avif: string
  avif800: string
  webp: string
  webp800: string
  width: number
  height: number
}

interface Props {
  files: PictureFiles
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  children: ReactNode
}

/** A picture below the first view, with its caption. */
export function Picture({ files, alt, sizes, children }: Props) {
  const { avif, avif800, webp, webp800, width, height } = files
  return (
    <figure className="picture">
      <picture>
        <source type="image/avif" srcSet={`${avif800} 800w, ${avif} ${width}w`} sizes={sizes} />
        <img
          src={webp}
          srcSet={`${webp800} 800w, ${webp} ${width}w`}
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <figcaption className="small quiet">{children}</figcaption>
    </figure>
  )
}
