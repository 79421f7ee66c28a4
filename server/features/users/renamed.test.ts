import { expect, test } from 'vitest'
import { approvalList } from '#contract/approvals.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { aCompany, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'

const t = await appForFile()

/** A narrow space parts six digits in a row, so that nobody takes them for a code. */
const withoutSpaces = (text = '') => text.replaceAll('\u202f', '')

test('a changed name is told to the whole team, with the e-mail that stays', async () => {
  const ours = await aCompany(t)
  const members = [await aMember(t, ours, 'APPROVER'), await aMember(t, ours, 'ACCOUNTANT')]
  const [renamed] = members
  await renamed?.call('PUT', '/users', { firstName: 'Marcela', lastName: 'Portillo' })
  for (const { form } of [ours, ...members]) {
    const mails = await messagesTo(t.db, form.email)
    const notice = mails.find(({ template }) => template === 'teamChanged')
    const text = withoutSpaces(notice?.text)
    expect(text).toContain('Antes su nombre era Julián Henríquez.')
    expect(text).toContain(`Quién: ${renamed?.form.email}`)
    expect(text).toContain('Persona: Marcela Portillo')
  }
})

test('the same name saved again is told to nobody', async () => {
  const ours = await aCompany(t)
  const { firstName, lastName } = ours.form
  expect((await ours.call('PUT', '/users', { firstName, lastName })).status).toBe(200)
  const mails = await messagesTo(t.db, ours.form.email)
  expect(mails.filter(({ template }) => template === 'teamChanged')).toEqual([])
})

test('the e-mail stands beside the name of who asks for an approval', async () => {
  const ours = await aCompany(t)
  const approver = await aMember(t, ours, 'ADMIN')
  await setTiers(ours, [{ fromUsd: 0, approvals: 1 }])
  await approver.call('PUT', '/companies/approval-rules', { tiers: [] })
  const { approvals } = expectAccepted(approvalList, await ours.call('GET', '/approvals'))
  const { email } = approver.form
  expect(approvals.map(({ askedBy }) => askedBy)).toEqual([
    { _id: approver.id, name: 'Julián Henríquez', email },
  ])
  const mail = (await messagesTo(t.db, ours.form.email)).find(
    ({ template }) => template === 'approvalAsked',
  )
  expect(withoutSpaces(mail?.text)).toContain(`Quién lo pidió: Julián Henríquez (${email})`)
})
