import type { ReactNode } from 'react'
import { Brand } from '@/ui/page/Brand'
import { PageTitle } from '@/ui/page/Page'

/** A page before the console: mark, one sheet, one heading. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="sign-in">
      <p className="brand">
        <Brand />
      </p>
      <section className="sheet">
        <PageTitle title={title} />
        {children}
      </section>
    </main>
  )
}
