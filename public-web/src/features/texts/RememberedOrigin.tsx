import { rememberedOriginText } from '@/content/de/rememberedOrigin'

/** Room for what this device remembers of the visitor's origin, filled by `src/shown/rememberedOrigin.ts`. */
export function RememberedOrigin() {
  return (
    <div className="remembered">
      <p tabIndex={-1} />
      <noscript>
        <p>{rememberedOriginText.noScript}</p>
      </noscript>
    </div>
  )
}
