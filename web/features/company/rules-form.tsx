import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Company } from '#contract/company.ts'
import type { Member } from '#contract/team.ts'
import { useOwnApproval } from '#web/shared/approval/use-own-approval.tsx'
import { usePresentFactor } from '#web/shared/auth/use-present-factor.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { SwitchRow } from '#web/ui/switch-row.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { HoldHours, parseHoldHours } from './hold-hours.tsx'
import { PendingRules } from './pending-rules.tsx'
import { useRuleWords } from './rule-words.ts'
import { saveRules, saveSettings, settingsWait, useRefreshRules } from './rules-api.ts'
import {
  countToday,
  type DraftTier,
  findRuleChanges,
  makeTierDraft,
  narrowest,
  parseSum,
  parseTiers,
} from './rules-draft.ts'
import { TierAmountField, TierRows } from './tier-rows.tsx'
import { WhoCounts } from './who-counts.tsx'

interface RulesFormProps {
  rules: ApprovalRules
  company: Company
  members: readonly Member[]
  /** A change that waits is shown no longer: the form has what holds. */
  onSaved: () => void
}

/**
 * The form of the rules: from which sum on how many others approve, by what, and how long a new
 * address waits.
 */
export function RulesForm({ rules, company, members, onSaved }: RulesFormProps) {
  const { t } = useTranslation()
  const words = useRuleWords()
  const [rows, setRows] = useState<readonly DraftTier[]>(() => rules.tiers.map(makeTierDraft))
  const [strongOnly, setStrongOnly] = useState(rules.strongOnly)
  const [changedAddresses, setChangedAddresses] = useState(company.approval.changedAddresses)
  const [hours, setHours] = useState(String(company.addressHoldHours))
  const [wasSent, setWasSent] = useState(false)
  // The password asks; the code of the change approves it.
  const present = usePresentFactor()
  const own = useOwnApproval()
  const refresh = useRefreshRules()
  const { approval, addressHoldHours } = company
  const [bySum, setBySum] = useState(approval.overUsd !== null)
  const [sum, setSum] = useState<DraftTier['fromUsd']>(approval.overUsd ?? undefined)

  const tiers = parseTiers(rows)
  const holdHours = parseHoldHours(hours)
  const edit = tiers && findRuleChanges(rules, tiers, strongOnly)
  const hasTiers = rows.length > 0
  // The sum of before is no rule beside tiers; it comes back with the last of them gone.
  const overUsd = hasTiers ? approval.overUsd : bySum ? parseSum(sum) : null
  const isRuleNew = overUsd !== approval.overUsd || changedAddresses !== approval.changedAddresses
  const settings = {
    ...(overUsd !== undefined && isRuleNew && { approval: { overUsd, changedAddresses } }),
    ...(holdHours !== null && holdHours !== addressHoldHours && { addressHoldHours: holdHours }),
  }
  const hasSettings = Object.keys(settings).length > 0
  const hasFault = tiers === null || holdHours === null || overUsd === undefined
  const isDirty = hasFault || edit !== null || hasSettings
  const { saved } = useUnsavedChanges(isDirty)
  const lack = tiers && narrowest(tiers, countToday(members, strongOnly))
  const isImpossible = lack?.kind === 'never'

  /** Saves one change after the other; the first that is refused, or given up, ends it. */
  async function save(): Promise<'rules.saved.waits' | 'security.approval.saved' | null> {
    const ask = { confirm: t('security.approval.submit') }
    const changed = hasSettings
      ? await present.run((given) => saveSettings({ ...settings, ...given }), ask)
      : company
    if (!changed) return null
    const settingsGiven = settingsWait(settings, changed)
      ? await own.approve(({ kind }) => kind === 'RULES')
      : 'given'
    if (settingsGiven === 'givenUp') return null
    const answer = edit
      ? await present.run((given) => saveRules({ ...edit, ...given }), ask)
      : rules
    if (!answer) return null
    const { pending } = answer
    const rulesGiven =
      edit && pending ? await own.approve(({ _id }) => _id === pending._id) : 'given'
    if (rulesGiven === 'givenUp') return null
    const waits = settingsGiven === 'others' || (edit !== null && pending !== null)
    return waits ? 'rules.saved.waits' : 'security.approval.saved'
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWasSent(true)
    if (hasFault || isImpossible || present.isBusy) return
    const text = await save()
    if (text) {
      saved()
      toastSuccess(t(text))
      onSaved()
    }
    refresh()
  }

  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Text variant="h2" as="h3" mb={2}>
          {words.headline(rules.tiers)}
        </Text>
        <PendingRules rules={rules} canUndo />
        {!hasTiers && (
          <SwitchRow
            on={bySum}
            onChange={setBySum}
            title={t('security.approval.bySum')}
            detail={t('security.approval.bySumDetail')}
          >
            {bySum && (
              <Block mt={3} maxWidth={220}>
                <TierAmountField
                  label={t('security.approval.sum')}
                  value={sum}
                  fault={wasSent && overUsd === undefined ? 'invalid' : undefined}
                  onChange={setSum}
                />
              </Block>
            )}
          </SwitchRow>
        )}
        <TierRows rows={rows} onChange={setRows} showFaults={wasSent} />
        <WhoCounts members={members} />
        {lack && (
          <Row role="status" align="start" gap={2} mt={3} tone={isImpossible ? 'brick' : 'ink2'}>
            <Mark name="alert" size={15} tone={isImpossible ? 'brick' : 'amber'} mt="3px" />
            <Text as="span" size={13.5}>
              {t(`rules.lack.${lack.kind}`, {
                count: countToday(members, strongOnly),
                sum: words.sum(lack.fromUsd),
                approvals: lack.approvals,
              })}
            </Text>
          </Row>
        )}
        <Block mt={5} pt={5} lineAbove>
          <SwitchRow
            on={strongOnly}
            onChange={setStrongOnly}
            title={t('rules.strong')}
            detail={t('rules.strongDetail')}
          />
          <SwitchRow
            on={changedAddresses}
            onChange={setChangedAddresses}
            title={t(hasTiers ? 'rules.addresses' : 'security.approval.addresses')}
            detail={t(hasTiers ? 'rules.addressesDetail' : 'security.approval.addressesDetail')}
          />
          <HoldHours value={hours} onChange={setHours} isWrong={wasSent && holdHours === null} />
        </Block>
        <Row wrap justify="between" gap={3}>
          <Text variant="body2" flex="1 1 220px" tone="ink2">
            {t(rules.tiers.length > 0 ? 'rules.note' : 'security.approval.needsCode')}
          </Text>
          <Button
            type="submit"
            disabled={!isDirty || isImpossible || present.isBusy}
            flex={{ xs: '1 1 100%', sm: 'none' }}
          >
            {t('security.approval.submit')}
          </Button>
        </Row>
      </form>
      {present.dialog}
      {own.dialog}
    </>
  )
}
