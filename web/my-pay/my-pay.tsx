import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { EmployeeMe, EmployeePayments } from '#contract/employee-page.ts'
import { type AppLanguage, languageTag } from '#web/lib/language.ts'
import { rememberLanguage } from '#web/lib/language-choice.ts'
import { AskForLink } from './ask-for-link.tsx'
import { Away } from './away.tsx'
import {
  CallContext,
  CallError,
  callServer,
  type EmployeeCall,
  sentenceOf,
  serverNow,
} from './calls.ts'
import { Enter } from './enter.tsx'
import { Failed } from './failed.tsx'
import { PageHeader } from './head.tsx'
import { Opening } from './opening.tsx'
import { EmployeePage } from './page.tsx'
import { dropToken, type PagePlace, tokenOfAddress, type Why } from './place.ts'
import { mayHaveSession, rememberSession } from './session-hint.ts'
import { loadTexts, type PageWords, WordsContext } from './texts.ts'

function firstPlace(): PagePlace {
  const token = tokenOfAddress()
  if (token !== null) return { at: 'enter', token }
  return mayHaveSession() ? { at: 'opening' } : { at: 'ask', why: 'first' }
}

/** The employees' page: asks for a link, takes one, and shows somebody's own pay for 15 minutes. */
export function MyPay({ start }: { start: PageWords }) {
  const [words, setWords] = useState(start)
  const [place, setPlace] = useState(firstPlace)
  // An answer that comes after somebody has left, or in another language, is not shown.
  const turn = useRef(0)

  const ask = useCallback((why: Why) => {
    turn.current++
    rememberSession(null)
    setPlace({ at: 'ask', why })
  }, [])

  const callAsMe: EmployeeCall = useMemo(
    () => async (method, path, body) => {
      try {
        return await callServer(words, method, path, body)
      } catch (error) {
        if (error instanceof CallError && error.code === 'LINK_ENDED') ask('session')
        throw error
      }
    },
    [words, ask],
  )

  const open = useCallback(async (inWords: PageWords) => {
    const mine = ++turn.current
    try {
      const [me, payments] = await Promise.all([
        callServer<EmployeeMe>(inWords, 'GET', '/employee/me'),
        callServer<EmployeePayments>(inWords, 'GET', '/employee/payments'),
      ])
      if (mine !== turn.current) return
      rememberSession(me.endsAt)
      setPlace({ at: 'page', mine: { me, payments, at: new Date(serverNow()).toISOString() } })
    } catch (error) {
      if (mine !== turn.current) return
      if (error instanceof CallError && error.code === 'LINK_ENDED') {
        // Behind a page it has ended; a first look only finds that there is none.
        setPlace((now) => ({ at: 'ask', why: now.at === 'page' ? 'session' : 'first' }))
        rememberSession(null)
      } else {
        const sentence = sentenceOf(error, inWords)
        setPlace((now) => (now.at === 'page' ? now : { at: 'failed', sentence }))
      }
    }
  }, [])

  useEffect(() => {
    if (place.at === 'opening') void open(words)
  }, [place.at, open, words])

  useEffect(() => {
    // Another link opened in this tab.
    const look = () => {
      const token = tokenOfAddress()
      if (token !== null) setPlace({ at: 'enter', token })
    }
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])

  useEffect(() => {
    document.documentElement.lang = languageTag(words.language)
    document.title = `${words.texts.title} · Quincena`
  }, [words])

  async function speak(language: AppLanguage) {
    const texts = await loadTexts(language).catch(() => null)
    if (!texts) return
    rememberLanguage(language)
    setWords({ language, texts })
    // The text of the consent and the periods come in the language of the call.
    if (place.at === 'page') await open({ language, texts })
  }

  async function leave() {
    // Without an answer the session ends by itself; here nothing of it is left to see.
    ask('left')
    await callServer(words, 'DELETE', '/employee/session').catch(() => undefined)
  }

  return (
    <WordsContext value={words}>
      <CallContext value={callAsMe}>
        <PageHeader onLanguage={speak} onLeave={place.at === 'page' ? leave : null} />
        <Away />
        <Shown
          place={place}
          onEntered={() => {
            dropToken()
            setPlace({ at: 'opening' })
          }}
          onDead={() => {
            dropToken()
            ask('link')
          }}
          onRetry={() => setPlace({ at: 'opening' })}
          onChanged={() => open(words)}
          onEnded={() => ask('session')}
        />
      </CallContext>
    </WordsContext>
  )
}

interface ShownProps {
  place: PagePlace
  onEntered: () => void
  onDead: () => void
  onRetry: () => void
  onChanged: () => Promise<void>
  onEnded: () => void
}

function Shown({ place, onEntered, onDead, onRetry, onChanged, onEnded }: ShownProps) {
  switch (place.at) {
    case 'ask':
      return <AskForLink key={place.why} why={place.why} />
    case 'enter':
      return <Enter key={place.token} token={place.token} onEntered={onEntered} onDead={onDead} />
    case 'opening':
      return <Opening />
    case 'failed':
      return <Failed sentence={place.sentence} onRetry={onRetry} />
    case 'page':
      return <EmployeePage mine={place.mine} onChanged={onChanged} onEnded={onEnded} />
  }
}
