import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import './paper.css'

/** Sheets beside the application, which is not printed with them (paper.css). */
export function Papers({ children }: { children: ReactNode }) {
  return createPortal(<div className="paper">{children}</div>, document.body)
}

interface PaperSheetProps {
  company: string
  title: string
  facts: readonly (readonly [name: string, value: ReactNode])[]
  children?: ReactNode
}

/** A sheet of paper; each begins a page. */
export function PaperSheet({ company, title, facts, children }: PaperSheetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <article>
      <header>
        <p className="paper-company">{company}</p>
        <Wordmark />
      </header>
      <h1>{title}</h1>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      <footer>{t('transactions.print.printedAt', { date: format.dateTime(new Date()) })}</footer>
    </article>
  )
}
