import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdRequested } from '#contract/changes.ts'
import { texts } from '#contract/texts/index.ts'
import { answerApprovals } from '#web/testing/approvals.ts'
import { hourAgo } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { HoldNotice } from './address-hold.tsx'

const path = '/companies/employees/employee-1/address-hold/request'
const inTwoDays = () => new Date(Date.now() + 42.5 * 3_600_000).toISOString()
const open = (until: string | null, reason: 'ADDRESS' | 'REPORTED') =>
  show(<HoldNotice employeeId="employee-1" hold={{ until, at: hourAgo(), reason }} />)
const asks = () => screen.findByRole('button', { name: t('changes.hold.ask') })

test('an address waits → until when, why, and a release can be asked for once', async () => {
  const { person } = open(inTwoDays(), 'ADDRESS')
  await screen.findByText('Se libera sola en 42 h')
  expect(document.body.textContent).toContain('La dirección cambió el')
  server.answer('POST', path, holdRequested, { approval: { _id: 'approval-1' } })
  answerApprovals([])
  await person.click(await asks())
  await screen.findByText(t('changes.hold.asked'))
  expect(screen.queryByRole('button')).toBeNull()
  expect(server.requests('POST', path)).toHaveLength(1)
})

test('an address was reported → only somebody else frees it', async () => {
  open(null, 'REPORTED')
  await screen.findByText(t('changes.hold.reported'))
})

test('the release cannot be asked for → it says why, and can be asked again', async () => {
  const { person } = open(inTwoDays(), 'ADDRESS')
  server.refuse('POST', path, 'RELEASE_BY_SAME_PERSON')
  await person.click(await asks())
  await screen.findByText(texts.es.errors.RELEASE_BY_SAME_PERSON)
  await asks()
})
