import type { ReactNode } from 'react'
import { packages, type SolarPackage } from '@/lib/offer/offer'

/** Something of each package; the switch shows that of the chosen one. */
export function ByPackage({ children }: { children: (share: SolarPackage) => ReactNode }) {
  return packages.map((share) => (
    <span key={share.annualKwh} data-of={share.annualKwh}>
      {children(share)}
    </span>
  ))
}
