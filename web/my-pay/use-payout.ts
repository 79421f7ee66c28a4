import { useState } from 'react'
import type { z } from 'zod/mini'
import type { EmployeeMe, PayoutBody, payoutCodeAnswer } from '#contract/employee-page.ts'
import { CallError, sentenceOf, useCall } from './calls.ts'
import { useWords } from './texts.ts'

type Wanted = Pick<PayoutBody, 'bitcoinPercent' | 'cryptoAddress'>
type Sent = z.infer<typeof payoutCodeAnswer>

export type PayoutState =
  | { at: 'open' }
  | { at: 'busy' }
  /** A code is on its way to the other channel. */
  | { at: 'code'; wanted: Wanted; via: 'EMAIL' | 'SMS'; sentTo: string; busy: boolean }
  | { at: 'saved' }

/** Changes share or address: by a code over the other channel, or, where there is none, by waiting. */
export function usePayout(
  me: EmployeeMe,
  { onSaved, onChanged }: { onSaved: () => void; onChanged: () => Promise<void> },
) {
  const words = useWords()
  const call = useCall()
  const [state, setState] = useState<PayoutState>({ at: 'open' })
  const [failure, setFailure] = useState<string>()

  function failed(error: unknown) {
    const named = error instanceof CallError ? error.faults[0]?.message : undefined
    setFailure(named ?? sentenceOf(error, words))
  }

  /** A code is spent by the change that it confirms, so after a lost answer it is a wrong one. */
  async function isSaved(wanted: Wanted, error: unknown) {
    if (!(error instanceof CallError && error.mayBeDone && error.code === 'WRONG_CODE'))
      return false
    const now = await call<EmployeeMe>('GET', '/employee/me')
    return (
      now.bitcoinPercent === wanted.bitcoinPercent && now.cryptoAddress === wanted.cryptoAddress
    )
  }

  async function save(wanted: Wanted, code?: string) {
    try {
      const body = { ...wanted, ...(code !== undefined && { code }) }
      await call<null>('PUT', '/employee/payout', body)
    } catch (error) {
      if (!(await isSaved(wanted, error))) throw error
    }
    await onChanged()
    onSaved()
    setState({ at: 'saved' })
  }

  async function start(wanted: Wanted) {
    setFailure(undefined)
    if (state.at !== 'code') setState({ at: 'busy' })
    try {
      const sent: Sent = me.codeVia
        ? await call('POST', '/employee/payout/code')
        : { via: null, sentTo: null }
      if (sent.via === null) await save(wanted)
      else {
        setState({ at: 'code', wanted, via: sent.via, sentTo: sent.sentTo ?? '', busy: false })
      }
    } catch (error) {
      setState((now) => (now.at === 'code' ? now : { at: 'open' }))
      failed(error)
    }
  }

  async function confirm(code: string) {
    if (state.at !== 'code') return
    setFailure(undefined)
    setState({ ...state, busy: true })
    try {
      await save(state.wanted, code)
    } catch (error) {
      setState({ ...state, busy: false })
      failed(error)
    }
  }

  function cancel() {
    setFailure(undefined)
    setState({ at: 'open' })
  }
  return { state, failure, start, confirm, cancel }
}

export type PayoutForm = ReturnType<typeof usePayout>
