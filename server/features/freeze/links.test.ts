import { expect, test } from 'vitest'
import { freezeState } from '#contract/freezes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { freezeToken } from '#server/testing/freeze-steps.ts'
import { linksIn, mailsOf } from '#server/testing/notice-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { unfreezeByOperator } from './index.ts'

const t = await appForFile()
const dayMs = 24 * 60 * 60_000

type Somebody = Pick<TestCompany, 'call' | 'form'>
const look = (token: string) => t.call('GET', `/freezes/${token}`)
const press = (token: string) => t.call('POST', `/freezes/${token}`)

/** The links in the mails of one kind that somebody got. */
async function linksOf({ form }: Pick<Somebody, 'form'>, template: string): Promise<string[]> {
  const mails = await mailsOf(t.db, form.email, template)
  return mails.flatMap(({ text }) => linksIn(text))
}

/** A mail about the person's account, and its link. */
async function newLink(who: Somebody): Promise<string> {
  await who.call('PUT', '/users', { phone: `+5037000${Math.floor(1000 + Math.random() * 9000)}` })
  const links = await linksOf(who, 'phoneChanged')
  return links.at(-1) ?? ''
}

test('the mail about the removal → freezes within the day', async () => {
  const ours = await aCompany(t)
  const member = await aMember(t, ours, 'ADMIN')
  await ours.call('DELETE', `/companies/users/${member.id}`)
  const [last = ''] = await linksOf(member, 'teamChanged')
  expect(expectAccepted(freezeState, await press(last)).frozenAt).not.toBeNull()
})

test('unfreezing → all links from before are void, and the mail of it has another', async () => {
  const ours = await aCompany(t)
  const member = await aMember(t, ours, 'ADMIN')
  const kept = await newLink(member)
  expectAccepted(freezeState, await press(await freezeToken(t.db, ours.companyId)))
  expectAccepted(freezeState, await look(kept))
  await unfreezeByOperator(t.db, ours.form.email, { ...t, now: new Date() })
  expectRefusal(await press(kept), 410, 'FREEZE_LINK_ENDED')
  const [fresh = ''] = await linksOf(member, 'companyUnfrozen')
  expect(expectAccepted(freezeState, await look(fresh)).frozenAt).toBeNull()
})

test('the mails of a day → one link a person', async () => {
  const ours = await aCompany(t)
  const member = await aMember(t, ours, 'ADMIN')
  const [first, second, theirs] = [await newLink(ours), await newLink(ours), await newLink(member)]
  expect(second).toBe(first)
  expect(theirs).not.toBe(first)
  const rows = await t.db
    .selectFrom('freeze_links')
    .select('user_id')
    .where('company_id', '=', ours.companyId)
    .execute()
  expect(rows.map(({ user_id }) => user_id).sort()).toEqual([ours.user._id, member.id].sort())
})

test('a link whose row was moved to somebody else → freezes nothing', async () => {
  const ours = await aCompany(t)
  const member = await aMember(t, ours, 'APPROVER')
  const link = await newLink(member)
  await t.db
    .updateTable('freeze_links')
    .set({ user_id: ours.user._id })
    .where('user_id', '=', member.id)
    .execute()
  expectRefusal(await press(link), 410, 'FREEZE_LINK_ENDED')
  expect(JSON.stringify(t.logged())).toContain('The MAC of freeze_links')
})

test('a former member’s mailbox → freezes by the mail about it alone, for a day', async () => {
  const ours = await aCompany(t)
  const member = await aMember(t, ours, 'APPROVER')
  const before = await newLink(member)
  expectAccepted(freezeState, await look(before))
  await ours.call('DELETE', `/companies/users/${member.id}`)
  expectRefusal(await look(before), 410, 'FREEZE_LINK_ENDED')
  expectRefusal(await press(before), 410, 'FREEZE_LINK_ENDED')
  const [last = '', ...more] = await linksOf(member, 'teamChanged')
  expect(more).toEqual([])
  expectAccepted(freezeState, await look(last))
  t.wait(dayMs)
  expectRefusal(await press(last), 410, 'FREEZE_LINK_ENDED')
})
