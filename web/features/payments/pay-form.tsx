import { useTranslation } from 'react-i18next'
import { Figure } from '#web/ui/figure.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { BothParts, DollarsAlone, hasNoBitcoin } from './both-parts.tsx'
import { ElsewherePeople } from './elsewhere-people.tsx'
import { FeeTargets } from './fee-targets.tsx'
import { MissingPeople } from './missing-people.tsx'
import { NeedsApprovals } from './needs-approvals.tsx'
import { PayFacts } from './pay-facts.tsx'
import type { PayFormProps } from './pay-form-props.ts'
import { PayObstacles } from './pay-obstacles.tsx'
import { BriefSum, Leaves, PaySum, ShortFacts } from './pay-sum.tsx'
import { canRepeat } from './payability.ts'
import { PreviewChanges } from './preview-changes.tsx'
import { RunChangesPanel } from './run-changes.tsx'
import { SharedAddressGroups } from './shared-addresses.tsx'
import { Shortfall } from './shortfall.tsx'
import { useRefusalText } from './use-announce.ts'
import type { RunChangesState } from './use-run-changes.ts'
import { WhoGetsWhat } from './who-gets-what.tsx'

export function PayForm(props: PayFormProps) {
  const { pending, looking, error } = props
  const { t } = useTranslation()
  const refusal = useRefusalText(error)
  return (
    <>
      {!isPlain(props) && <PaidName {...props} />}
      <Missing {...props} />
      <PayObstacles {...props} />
      <Elsewhere {...props} />
      <Amounts {...props} />
      {looking && (
        <Notice tone="amber" role="status">
          {t('payments.looking')}
        </Notice>
      )}
      {refusal !== null && !pending && (
        <Notice tone="brick" role="alert">
          {refusal}
          <PreviewChanges error={error} />
        </Notice>
      )}
    </>
  )
}

/** Nothing is to be said before the amounts: the name stands beside the facts. */
function isPlain({ preview, payability, choice, wait, left }: PayFormProps): boolean {
  if (preview.paidElsewhere.count > 0) return false
  const { inProgress, short, obstacles, consolidates, untracked, paidBefore } = payability
  const isDoubtful = paidBefore || payability.uncertain || preview.dollarsUnknownSince
  const isKnown = hasAmounts(preview)
  const isRefused = obstacles.length > 0 || consolidates || untracked !== null
  const needsAnswer = inProgress !== null || short || isRefused
  const isHeld = wait || preview.waits || left.length > 0 || preview.resumes
  const isOfPeriod = payability.periodPaid !== null || choice.extra
  return isKnown && !needsAnswer && !isHeld && !isOfPeriod && !isDoubtful && !choice.missing
}

function Elsewhere({ preview, payability, wait, include, onInclude, pending }: PayFormProps) {
  if (payability.inProgress !== null || wait) return null
  return (
    <ElsewherePeople preview={preview} include={include} onInclude={onInclude} disabled={pending} />
  )
}

/** Dollars alone are known without a price. */
const hasAmounts = (preview: PayFormProps['preview']): boolean =>
  preview.employees > 0 && (preview.usdRate > 0 || hasNoBitcoin(preview))

function Missing({ payroll, payability, choice, pending }: PayFormProps) {
  const { missing, wantsAll, repeat, choose, setRepeat } = choice
  if (!missing || payability.inProgress !== null || !missing.whole.lastPaid) return null
  return (
    <MissingPeople
      {...missing}
      wantsAll={wantsAll}
      repeat={repeat}
      payrollId={payroll._id}
      at={missing.whole.lastPaid.at}
      onChoose={choose}
      canRepeat={canRepeat(payability)}
      onRepeat={setRepeat}
      disabled={pending}
    />
  )
}

function Amounts(props: PayFormProps) {
  const { payroll, preview, payability, wait, choice, shared, run, wide, pending } = props
  const { t } = useTranslation()
  const phone = usePhone()
  const isKnown = hasAmounts(preview)
  const isFree = payability.inProgress === null
  if (payability.short && (isFree || wait) && isKnown) {
    return (
      <Block mt={5}>
        <Shortfall
          payrollId={payroll._id}
          preview={preview}
          payability={payability}
          short={payability.short}
          address={payroll.cryptoAddress}
        />
        <BothParts preview={preview} />
      </Block>
    )
  }
  if (isKnown && isFree) {
    const warning = phone && shared.groups.length > 0 && (
      <SharedAddressGroups shared={shared} disabled={pending} />
    )
    const name = isPlain(props) && <PaidName {...props} />
    const changed = (
      <RunChangesPanel
        run={run}
        people={preview.employees}
        usdRate={preview.usdRate}
        brief={choice.missing !== null}
        disabled={pending}
      />
    )
    if (hasNoBitcoin(preview)) {
      return (
        <>
          {name}
          <DollarsAlone preview={preview} />
          {changed}
          <WhatHappens {...props} />
        </>
      )
    }
    return (
      <>
        {choice.missing ? (
          <>
            <ShortFacts preview={preview} payability={payability} />
            <BothParts preview={preview} />
            {changed}
          </>
        ) : wide && !phone ? (
          <>
            <PaySum preview={preview} payability={payability}>
              {name}
            </PaySum>
            <BothParts preview={preview} />
            {changed}
          </>
        ) : (
          <>
            {name}
            {wide ? (
              <BriefSum preview={preview} payability={payability} />
            ) : (
              <Leaves payability={payability} />
            )}
            <BothParts preview={preview} />
            {warning && <Block pb={2}>{warning}</Block>}
            <Block mt={wide ? 0 : 5}>{changed}</Block>
            <PayFacts preview={preview} payability={payability} withBtc={!wide} />
          </>
        )}
        <WhatHappens {...props} />
      </>
    )
  }
  return (
    <Block mt={5}>
      <Text variant="cell" as="p" tone="ink2">
        {t('payments.totalAmount')}
      </Text>
      <Block mb={5}>
        <Figure usd={preview.totalUsd} btc={isKnown ? preview.totalBtc : undefined} />
      </Block>
    </Block>
  )
}

function WhatHappens(props: PayFormProps) {
  const { payroll, source, preview, control, targetBlocks, onTarget, choice } = props
  const { shared, left, pending, run, wide } = props
  const { t } = useTranslation()
  const phone = usePhone()
  const warning = <SharedAddressGroups shared={shared} disabled={pending} />
  return (
    <>
      <FeeTargets targets={preview.targets} chosen={targetBlocks} onChoose={onTarget} />
      <NeedsApprovals preview={preview} />
      {phone && choice.missing && warning}
      {!choice.only && !source.special && (
        <WhoGetsWhat
          payrollId={payroll._id}
          preview={preview}
          only={null}
          unaccepted={shared.unaccepted}
          left={[...left.map(({ _id }) => _id), ...leftOf(run), ...elsewhereOf(props)]}
          paidAt={previousOf(run)}
          narrow={!wide}
        />
      )}
      {!phone && warning}
      <Block pt={4} lineAbove>
        <TextField
          control={control}
          name="note"
          label={t('payments.note')}
          placeholder={t('payments.notePlaceholder')}
          optional
          maxLength={100}
          autoComplete="off"
        />
      </Block>
    </>
  )
}

/** People paid elsewhere who get no line. */
const elsewhereOf = ({ preview, include }: PayFormProps): string[] =>
  preview.paidElsewhere.people.flatMap(({ employee: { _id } }) =>
    include === 'all' || include.includes(_id) ? [] : _id,
  )

/** Held people who get no line. */
const leftOf = ({ choices }: RunChangesState): string[] =>
  Object.keys(choices).filter((id) => choices[id] === 'leave')

/** Held people whose line goes to the address last paid. */
const previousOf = ({ held, choices }: RunChangesState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    held.flatMap(({ employee, previousAddress }) =>
      choices[employee._id] === 'previous' && previousAddress !== null
        ? [[employee._id, previousAddress]]
        : [],
    ),
  )

/** The payroll; or the special pay, and whose it is. */
export function PaidName({ payroll, source }: Pick<PayFormProps, 'payroll' | 'source'>) {
  const { special } = source
  return (
    <Text as="div" breakWords>
      <Text strong>{special?.name ?? payroll.name}</Text>
      <Text tone="ink2">{special ? payroll.name : payroll.description}</Text>
    </Text>
  )
}
