import { useState } from 'react'
import type { z } from 'zod/mini'
import type { employeeSessionAnswer } from '#contract/employee-page.ts'
import { CallError, callServer, sentenceOf } from './calls.ts'
import { PageNotice } from './notice.tsx'
import { PageMonthRuler } from './ruler.tsx'
import { useWords } from './texts.ts'

type Entered = z.infer<typeof employeeSessionAnswer>

interface EnterProps {
  token: string
  onEntered: () => void
  /** The link was used or has ended. */
  onDead: () => void
}

/** A button uses the link up, since programs that check mails open every link in them. */
export function Enter({ token, onEntered, onDead }: EnterProps) {
  const words = useWords()
  const { texts } = words
  const [companies, setCompanies] = useState<Entered['companies']>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function enter(companyId?: string) {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { token, ...(companyId !== undefined && { companyId }) }
      const answer = await callServer<Entered>(words, 'POST', '/employee/session', body)
      if (answer.companies.length > 1 && companyId === undefined) setCompanies(answer.companies)
      else onEntered()
    } catch (error) {
      const isUsed = error instanceof CallError && error.code === 'LINK_ENDED'
      // After a lost answer the link may have been used up by this page itself.
      if (isUsed && (failure !== undefined || error.mayBeDone)) onEntered()
      else if (isUsed) onDead()
      else setFailure(sentenceOf(error, words))
    } finally {
      setBusy(false)
    }
  }

  const asks = companies.length > 0
  return (
    <main className="narrow">
      <PageMonthRuler />
      <h1 aria-live="polite">{asks ? texts.enter.companyTitle : texts.enter.title}</h1>
      <p className="lead">{asks ? texts.enter.companyLead : texts.enter.lead}</p>
      {failure && <PageNotice tone="brick" sentence={failure} />}
      {asks ? (
        <div className="choices">
          {companies.map(({ _id, name }) => (
            <button
              key={_id}
              type="button"
              className="button outlined large"
              disabled={busy}
              onClick={() => enter(_id)}
            >
              {name}
            </button>
          ))}
        </div>
      ) : (
        <button
          type="button"
          className="button filled large"
          disabled={busy}
          onClick={() => enter()}
        >
          {texts.enter.submit}
        </button>
      )}
    </main>
  )
}
